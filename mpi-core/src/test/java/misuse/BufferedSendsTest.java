package misuse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Message;
import mpi.Request;
import mpi.Status;

import musubi.job.IsolatedJob;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/** Standard sends that only work because messages are buffered, and those that need no buffer. */
class BufferedSendsTest {
    private static final String FOUND = "returned only because its message was buffered";

    /** The lines that ranks print about sends, sorted; none is about the messages of Finalize. */
    private static List<String> lines(int ranks, IsolatedJob.Program program) {
        PrintStream before = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true));
        try {
            Map<String, String> settings = Map.of("transport", "self,memory", "check", "true");
            IsolatedJob.of(ranks, settings).run(program);
        } finally {
            System.setErr(before);
        }
        String all = printed.toString();
        assertFalse(all.contains("part of a collective operation"), all);
        return all.lines().filter(line -> line.contains(FOUND)).sorted().toList();
    }

    private static void send(Intracomm world, int dest) {
        world.send(new int[1], 1, MPI.INT, dest, 0);
    }

    private static void receive(Intracomm world, int source) {
        world.recv(new int[1], 1, MPI.INT, source, 0);
    }

    private static void assertLine(String line, int rank, int dest) {
        assertTrue(
                line.startsWith("musubi: rank " + rank + " at MPI.Finalize had a standard"), line);
        assertTrue(line.contains(": Comm.send at misuse.BufferedSendsTest.send("), line);
        assertTrue(line.contains(" to rank " + dest + " tag=0 bytes=4 in COMM_WORLD;"), line);
    }

    @Test
    void shouldReportBothLinesWhenTwoRanksSendFirst() {
        List<String> found =
                lines(
                        2,
                        () -> {
                            Intracomm world = MPI.COMM_WORLD;
                            int me = world.getRank();
                            for (int round = 0; round < 3; round++) {
                                send(world, 1 - me);
                                receive(world, 1 - me);
                            }
                        });
        assertEquals(2, found.size(), () -> "" + found);
        assertLine(found.get(0), 0, 1);
        assertLine(found.get(1), 1, 0);
    }

    /** Rank 0 waits in its receive when rank 1 sends, so that message needs no buffer by itself. */
    @Test
    void shouldReportBothLinesWhenTheSecondRankIsLate() {
        List<String> found =
                lines(
                        2,
                        () -> {
                            Intracomm world = MPI.COMM_WORLD;
                            int me = world.getRank();
                            if (me == 1) {
                                world.probe(0, 0);
                            }
                            send(world, 1 - me);
                            receive(world, 1 - me);
                        });
        assertEquals(2, found.size(), () -> "" + found);
    }

    @Test
    void shouldReportARingOfSends() {
        List<String> found =
                lines(
                        3,
                        () -> {
                            Intracomm world = MPI.COMM_WORLD;
                            int me = world.getRank();
                            send(world, (me + 1) % 3);
                            receive(world, (me + 2) % 3);
                        });
        assertEquals(3, found.size(), () -> "" + found);
        assertLine(found.get(2), 2, 0);
    }

    @Test
    void shouldReportASendToItself() {
        List<String> found =
                lines(
                        1,
                        () -> {
                            Intracomm world = MPI.COMM_WORLD;
                            send(world, 0);
                            receive(world, 0);
                        });
        assertEquals(1, found.size(), () -> "" + found);
        assertLine(found.get(0), 0, 0);
    }

    @Test
    void shouldReportNothingWhenOneRankReceivesFirst() {
        List<String> found =
                lines(
                        3,
                        () -> {
                            Intracomm world = MPI.COMM_WORLD;
                            int me = world.getRank();
                            for (int round = 0; round < 20; round++) {
                                if (me == 0) {
                                    send(world, 1);
                                    receive(world, 2);
                                } else {
                                    receive(world, me - 1);
                                    send(world, (me + 1) % 3);
                                }
                            }
                        });
        assertEquals(List.of(), found);
    }

    @Test
    void shouldReportNothingForReceivesPostedBeforeAndForExchanges() {
        List<String> found =
                lines(
                        2,
                        () -> {
                            Intracomm world = MPI.COMM_WORLD;
                            int me = world.getRank();
                            int peer = 1 - me;
                            Request first = world.iRecv(new int[1], 1, MPI.INT, peer, 0);
                            send(world, peer);
                            first.waitFor();
                            Request[] both = {
                                world.iSend(new int[1], 1, MPI.INT, peer, 0),
                                world.iRecv(new int[1], 1, MPI.INT, peer, 0)
                            };
                            Request.waitAll(both);
                            world.sendRecv(
                                    new int[1],
                                    1,
                                    MPI.INT,
                                    peer,
                                    0,
                                    new int[1],
                                    1,
                                    MPI.INT,
                                    peer,
                                    0);
                        });
        assertEquals(List.of(), found);
    }

    /** Finalize does not wait for an acknowledgement of it; rank 0 would not reach its receive. */
    @Test
    void shouldReportASendWhoseMessageIsMatchedButNotReceived() {
        List<String> found =
                lines(
                        2,
                        () -> {
                            Intracomm world = MPI.COMM_WORLD;
                            if (world.getRank() == 0) {
                                send(world, 1);
                                receive(world, 1);
                            } else {
                                new Message().mProbe(0, 0, world);
                                send(world, 0);
                            }
                        });
        assertEquals(2, found.size(), () -> "" + found);
        assertLine(found.get(0), 0, 1);
    }

    /** The sender may be far ahead. */
    @Test
    void shouldReportNothingForAPipeline() {
        List<String> found =
                lines(
                        2,
                        () -> {
                            Intracomm world = MPI.COMM_WORLD;
                            int me = world.getRank();
                            for (int i = 0; i < 200 && me == 0; i++) {
                                send(world, 1);
                            }
                            for (int i = 0; i < 200 && me == 1; i++) {
                                receive(world, 0);
                            }
                        });
        assertEquals(List.of(), found);
    }

    @Test
    void shouldReportNothingForAMasterThatTakesAnyWorker() {
        List<String> found =
                lines(
                        3,
                        () -> {
                            Intracomm world = MPI.COMM_WORLD;
                            int me = world.getRank();
                            for (int task = 0; task < 10; task++) {
                                if (me > 0) {
                                    send(world, 0);
                                    receive(world, 0);
                                } else {
                                    Status status =
                                            world.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 0);
                                    send(world, status.getSource());
                                    Status next = world.probe(MPI.ANY_SOURCE, 0);
                                    receive(world, next.getSource());
                                    send(world, next.getSource());
                                }
                            }
                        });
        assertEquals(List.of(), found);
    }
}
