package mpi;

import static mpi.InJob.assertFails;
import static mpi.InJob.meet;
import static mpi.InJob.returningWorld;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.progress.Operation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Operations of ranks whose peer is lost. MPI-4.1 section 2.8. */
interface LostPeerTests extends InJob {
    /** Reports a loss in one of the next duty cycles, as a transport does. */
    final class Loss extends Operation {
        private final int peer;
        private int cyclesLeft = 100;

        private Loss(int peer) {
            this.peer = peer;
        }

        static void announce(int peer) {
            MPI.rank.pt2pt().progress().work().add(new Loss(peer));
        }

        @Override
        public boolean advance() {
            if (--cyclesLeft == 0) {
                MPI.rank.pt2pt().inbound().onPeerLost(peer, "rank=" + peer + ": gone for a test");
            }
            return cyclesLeft <= 0;
        }
    }

    private static Executable waiting(String call) {
        Intracomm comm = MPI.COMM_WORLD;
        int[] data = new int[1];
        return switch (call) {
            case "recv" -> () -> comm.recv(data, 1, MPI.INT, 1, 0);
            case "recv any" -> () -> comm.Recv(data, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            case "wait" -> () -> comm.iRecv(data, 1, MPI.INT, 1, 0).waitFor();
            case "dup" -> comm::dup;
            case "iDup" -> () -> comm.iDup().getRequest().waitFor();
            case "probe" -> () -> comm.probe(1, 0);
            case "probe any" -> () -> comm.Probe(MPI.ANY_SOURCE, 0);
            case "mProbe" -> () -> new Message().mProbe(1, MPI.ANY_TAG, comm);
            default -> () -> new Message().mProbe(MPI.ANY_SOURCE, 0, comm);
        };
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "recv",
                "recv any",
                "wait",
                "dup",
                "iDup",
                "probe",
                "probe any",
                "mProbe",
                "any"
            })
    default void shouldFailWhenTheRankIsLostThatIsWaitedFor(String call) {
        job(2).runUnfinished(
                        () -> {
                            returningWorld();
                            meet();
                            if (MPI.COMM_WORLD.getRank() == 0) {
                                Loss.announce(1);
                                MPIException e = assertFails(MPI.ERR_PROC_ABORTED, waiting(call));
                                assertTrue(e.getMessage().contains("rank=1: gone"), e.getMessage());
                            }
                        });
    }

    @Test
    default void shouldFailAReceiveWhenItsRankIsLostBeforeItIsAnswered() {
        job(2).runUnfinished(
                        () -> {
                            Intracomm comm = returningWorld();
                            byte[] data = new byte[1 << 20];
                            if (comm.getRank() == 1) {
                                comm.iSend(data, data.length, MPI.BYTE, 0, 0);
                            }
                            meet();
                            if (comm.getRank() == 0) {
                                comm.probe(1, 0);
                                Request met = comm.iRecv(data, data.length, MPI.BYTE, 1, 0);
                                MPI.rank.pt2pt().inbound().onPeerLost(1, "gone");
                                assertFails(MPI.ERR_PROC_ABORTED, met::waitFor);
                            }
                        });
    }

    @Test
    default void shouldFailAtOnceOnlyWithoutOtherSourcesWhenARankIsLost() {
        job(3).runUnfinished(
                        () -> {
                            Intracomm comm = returningWorld();
                            Intracomm others = comm.split(comm.getRank() == 1 ? 1 : 0, 0);
                            if (comm.getRank() == 1) {
                                comm.send(new int[] {7}, 1, MPI.INT, 0, 5);
                            }
                            meet();
                            if (comm.getRank() == 0) {
                                MPI.rank.pt2pt().inbound().onPeerLost(1, "gone");
                                lookAround(comm, others);
                            }
                        });
    }

    private static void lookAround(Intracomm comm, Intracomm others) {
        int[] data = new int[1];
        int lost = MPI.ERR_PROC_ABORTED;
        assertEquals(5, comm.probe(1, MPI.ANY_TAG).getTag());
        comm.recv(data, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        assertEquals(7, data[0]);
        assertFails(lost, () -> comm.iProbe(1, 0));
        assertFails(lost, () -> comm.Iprobe(MPI.ANY_SOURCE, 0));
        assertFails(lost, () -> new Message().imProbe(1, 0, comm));
        assertFails(lost, () -> comm.recv(data, 1, MPI.INT, 1, 0));
        assertFails(lost, () -> comm.recv(data, 1, MPI.INT, MPI.ANY_SOURCE, 0));
        assertFails(lost, () -> comm.send(data, 1, MPI.INT, 1, 0));
        assertNull(comm.iProbe(2, 0));
        assertNull(others.iProbe(MPI.ANY_SOURCE, 0));
        assertNull(MPI.COMM_SELF.iProbe(MPI.ANY_SOURCE, 0));
        Request patient = others.iRecv(data, 1, MPI.INT, MPI.ANY_SOURCE, 0);
        MPI.rank.pt2pt().inbound().onPeerLost(1, "gone");
        assertNull(patient.testStatus());
        patient.cancel();
        assertTrue(patient.waitStatus().isCancelled());
    }
}
