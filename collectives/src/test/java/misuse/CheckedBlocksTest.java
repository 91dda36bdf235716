package misuse;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

import musubi.job.IsolatedJob;

import org.junit.jupiter.api.Test;

import java.nio.IntBuffer;
import java.util.Map;

/** Blocks of the vector forms that share bytes. */
class CheckedBlocksTest {
    private static IsolatedJob job() {
        return IsolatedJob.of(2, Map.of("transport", "self,memory", "check", "true"));
    }

    private static int[] ints(int... numbers) {
        return numbers;
    }

    private static void assertFails(Runnable call, String part) {
        MPIException failure = assertThrows(MPIException.class, call::run);
        assertEquals(MPI.ERR_BUFFER, failure.getErrorClass(), failure.getMessage());
        assertTrue(failure.getMessage().contains(part), failure.getMessage());
    }

    @Test
    void shouldFailWhenBlocksOfAReceiveBufferOverlap() {
        job().run(
                        () -> {
                            Intracomm w = MPI.COMM_WORLD;
                            w.setErrhandler(MPI.ERRORS_RETURN);
                            int[] in = new int[4];
                            int[] out = {1, 2};
                            int[] two = {2, 2};
                            assertFails(
                                    () ->
                                            w.allGatherv(
                                                    out, 2, MPI.INT, in, two, ints(0, 1), MPI.INT),
                                    "two blocks of a receive buffer have bytes in common: one at=0"
                                            + " other at=4 in=bytes 0 to 11 of int[]");
                            w.allGatherv(out, 2, MPI.INT, in, two, ints(2, 0), MPI.INT);
                            assertArrayEquals(ints(1, 2, 1, 2), in);
                            w.allGatherv(
                                    out, w.getRank(), MPI.INT, in, ints(0, 1), ints(3, 3), MPI.INT);
                            w.allToAllv(
                                    out, two, ints(0, 0), MPI.INT, in, two, ints(0, 2), MPI.INT);
                            assertFails(
                                    () ->
                                            w.allToAllw(
                                                    out,
                                                    two,
                                                    ints(0, 0),
                                                    types(),
                                                    in,
                                                    two,
                                                    ints(0, 4),
                                                    types()),
                                    "one at=0 other at=4");
                        });
    }

    private static Datatype[] types() {
        return new Datatype[] {MPI.INT, MPI.INT};
    }

    @Test
    void shouldCompareBlocksWithOtherBuffersInUse() {
        job().run(
                        () -> {
                            Intracomm w = MPI.COMM_WORLD;
                            w.setErrhandler(MPI.ERRORS_RETURN);
                            int[] in = new int[6];
                            int[] out = {1, 2};
                            int[] one = {1, 1};
                            Request first =
                                    w.iAllGatherv(out, 1, MPI.INT, in, one, ints(0, 4), MPI.INT);
                            assertFails(
                                    () -> w.Irecv(in, 4, 1, MPI.INT, 0, 0),
                                    "in use by Comm.iAllGatherv at misuse.CheckedBlocksTest");
                            Request second =
                                    w.iAllGatherv(out, 1, MPI.INT, in, one, ints(2, 3), MPI.INT);
                            w.Irecv(in, 1, 1, MPI.INT, 0, 0).cancel();
                            first.waitFor();
                            second.waitFor();
                        });
    }

    @Test
    void shouldFailTheWaitWhenTheReceiveBufferOfACollectiveIsChanged() {
        job().run(
                        () -> {
                            Intracomm w = MPI.COMM_WORLD;
                            w.setErrhandler(MPI.ERRORS_RETURN);
                            int[] in = new int[6];
                            int[] one = {1, 1};
                            String text = "the receive buffer was changed before the operation was";
                            Request all =
                                    w.iAllGatherv(one, 1, MPI.INT, in, one, ints(0, 4), MPI.INT);
                            in[2] = 7;
                            all.waitFor();
                            assertArrayEquals(ints(1, 0, 7, 0, 1, 0), in);
                            all = w.iAllGatherv(one, 1, MPI.INT, in, one, ints(0, 4), MPI.INT);
                            in[4] = 7;
                            assertFails(all::waitFor, text);
                            IntBuffer direct = MPI.newIntBuffer(4);
                            Request sum = w.iAllReduce(one, direct, 2, MPI.INT, MPI.SUM);
                            direct.put(3, 9);
                            sum.waitFor();
                            assertEquals(2, direct.get(1));
                            assertEquals(9, direct.get(3));
                            sum = w.iAllReduce(direct, 2, MPI.INT, MPI.SUM);
                            while (sum.getStatus() == null) {
                                Thread.onSpinWait();
                            }
                            assertEquals(4, direct.get(1));
                            direct.put(1, 9);
                            assertFails(sum::waitFor, text);
                        });
    }
}
