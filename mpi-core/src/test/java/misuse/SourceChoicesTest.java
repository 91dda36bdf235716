package misuse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Intracomm;
import mpi.MPI;

import musubi.job.IsolatedJob;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;

/** The notes on receives and probes of any source that had a choice. */
class SourceChoicesTest {
    private static final int READY = 9;

    private static String errorsOf(IsolatedJob.Program program) {
        PrintStream before = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true));
        try {
            IsolatedJob.of(3, Map.of("transport", "self,memory", "check", "true")).run(program);
        } finally {
            System.setErr(before);
        }
        return printed.toString();
    }

    /** Ranks 1 and 2 send two messages to rank 0, which continues when all of them have come. */
    private static void sendToZero(int tagOfOne, int tagOfTwo) {
        Intracomm world = MPI.COMM_WORLD;
        int me = world.getRank();
        if (me == 0) {
            world.recv(new int[0], 0, MPI.INT, 1, READY);
            world.recv(new int[0], 0, MPI.INT, 2, READY);
            return;
        }
        world.send(new int[] {me}, 1, MPI.INT, 0, me == 1 ? tagOfOne : tagOfTwo);
        world.send(new int[] {me}, 1, MPI.INT, 0, me == 1 ? tagOfOne : tagOfTwo);
        world.send(new int[0], 0, MPI.INT, 0, READY);
    }

    private static void receive(int source, int tag) {
        MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, source, tag);
    }

    @Test
    void shouldNoteALineWhenMessagesOfSeveralSourcesWaitForIt() {
        String said =
                errorsOf(
                        () -> {
                            sendToZero(5, 6);
                            if (MPI.COMM_WORLD.getRank() == 0) {
                                for (int i = 0; i < 4; i++) {
                                    receive(MPI.ANY_SOURCE, MPI.ANY_TAG);
                                }
                            }
                        });
        assertEquals(1, said.lines().count(), said);
        // Of four messages the last two may be of one source, but never three.
        String expected =
                "musubi: rank 0 at MPI.Finalize note: [23] x messages of several sources waited for"
                        + " Comm\\.recv at misuse\\.SourceChoicesTest\\.receive\\(.*\\):"
                        + " sources=1 and 2 tags=5 and 6 sent by Comm\\.send at"
                        + " misuse\\.SourceChoicesTest\\.sendToZero\\(.*\\s*";
        assertTrue(said.matches(expected), said);
    }

    @Test
    void shouldNoteAProbeWhenMessagesOfSeveralSourcesWaitForIt() {
        String said =
                errorsOf(
                        () -> {
                            sendToZero(5, 5);
                            if (MPI.COMM_WORLD.getRank() == 0) {
                                MPI.COMM_WORLD.iProbe(MPI.ANY_SOURCE, 5);
                                for (int i = 0; i < 4; i++) {
                                    receive(1 + i / 2, 5);
                                }
                            }
                        });
        assertTrue(said.contains("waited for Comm.iProbe at misuse."), said);
        assertEquals(1, said.lines().count(), said);
    }

    @Test
    void shouldNoteNothingWhenAllMessagesThatFitAreOfOneSource() {
        String said =
                errorsOf(
                        () -> {
                            sendToZero(5, 6);
                            if (MPI.COMM_WORLD.getRank() == 0) {
                                for (int i = 0; i < 4; i++) {
                                    receive(MPI.ANY_SOURCE, 5 + i / 2);
                                }
                            }
                        });
        assertEquals("", said);
    }

    @Test
    void shouldNoteNothingWhenTheSourceIsGiven() {
        String said =
                errorsOf(
                        () -> {
                            sendToZero(5, 5);
                            if (MPI.COMM_WORLD.getRank() == 0) {
                                for (int i = 0; i < 4; i++) {
                                    receive(1 + i / 2, MPI.ANY_TAG);
                                }
                            }
                        });
        assertEquals("", said);
    }
}
