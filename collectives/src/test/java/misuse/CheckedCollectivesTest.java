package misuse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;

import musubi.job.IsolatedJob;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Collective calls on which the ranks disagree. */
class CheckedCollectivesTest {
    private static final String PLACE = ") at misuse.CheckedCollectivesTest.";

    private static IsolatedJob job(int ranks) {
        return IsolatedJob.of(ranks, Map.of("transport", "self,memory", "check", "true"));
    }

    private static void assertDisagree(Runnable call, String... parts) {
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        MPIException failure = assertThrows(MPIException.class, call::run);
        assertEquals(MPI.ERR_NOT_SAME, failure.getErrorClass(), failure.getMessage());
        for (String part : parts) {
            assertTrue(failure.getMessage().contains(part), failure.getMessage());
        }
    }

    private static void callWrongly(String how) {
        Intracomm w = MPI.COMM_WORLD;
        int me = w.getRank();
        boolean odd = me == 1;
        int[] a = new int[8];
        int[] b = new int[8];
        switch (how) {
            case "operation" -> {
                if (odd) {
                    w.barrier();
                } else {
                    w.bcast(a, 1, MPI.INT, 0);
                }
            }
            case "kind of waiting" -> {
                if (odd) {
                    w.iBarrier().waitFor();
                } else {
                    w.barrier();
                }
            }
            case "creation" -> {
                if (odd) {
                    w.dup();
                } else {
                    w.split(0, 0);
                }
            }
            case "root" -> w.reduce(a, b, 1, MPI.INT, MPI.SUM, odd ? 1 : 0);
            case "reduction" -> w.allReduce(a, b, 1, MPI.INT, odd ? MPI.MAX : MPI.SUM);
            case "count" -> w.allReduce(a, b, odd ? 2 : 1, MPI.INT, MPI.SUM);
            case "type" -> broadcast(w, odd);
            case "gather" -> w.gather(a, odd ? 3 : 2, MPI.INT, b, 2, MPI.INT, 0);
            case "gatherv" ->
                    w.gatherv(a, me, MPI.INT, b, counts(0, 2, 2), counts(0, 0, 2), MPI.INT, 0);
            case "alltoallv" ->
                    w.allToAllv(
                            a,
                            counts(1, 1, 1),
                            counts(0, 1, 2),
                            MPI.INT,
                            b,
                            odd ? counts(1, 1, 2) : counts(1, 1, 1),
                            counts(0, 1, 2),
                            MPI.INT);
            case "struct" -> broadcastPairs(w, odd);
            case "grid" -> w.createCart(counts(odd ? 1 : 3, odd ? 3 : 1), new boolean[2], false);
            case "later" -> w.iBcast(a, odd ? 2 : 1, MPI.INT, 0).waitFor();
            default -> throw new IllegalArgumentException(how);
        }
    }

    @Test
    void shouldFailWhenAnActiveCollectiveRequestIsFreedOrCancelled() {
        job(2).run(
                        () -> {
                            Intracomm world = MPI.COMM_WORLD;
                            world.setErrhandler(MPI.ERRORS_RETURN);
                            Request barrier = world.iBarrier();
                            MPIException freed = assertThrows(MPIException.class, barrier::free);
                            MPIException gone = assertThrows(MPIException.class, barrier::cancel);
                            barrier.waitFor();
                            barrier.free();
                            assertEquals(MPI.ERR_REQUEST, freed.getErrorClass());
                            String what = "an active collective operation may not be ";
                            String where = "request=Comm.iBarrier at misuse.CheckedCollectivesTest";
                            assertTrue(freed.getMessage().contains(what + "freed: " + where));
                            assertTrue(gone.getMessage().contains(what + "cancelled: " + where));
                        });
    }

    private static void broadcastPairs(Intracomm world, boolean odd) {
        ByteBuffer room = ByteBuffer.allocateDirect(64);
        if (odd) {
            world.bcast(room, 2, pair(MPI.LONG), 0);
        } else {
            world.bcast(room, 2, pair(MPI.DOUBLE), 0);
        }
    }

    /** An int and another value behind it. */
    private static Datatype pair(Datatype second) {
        Datatype type =
                Datatype.createStruct(counts(1, 1), counts(0, 8), new Datatype[] {MPI.INT, second});
        type.commit();
        return type;
    }

    private static int[] counts(int... counts) {
        return counts;
    }

    private static void broadcast(Intracomm world, boolean odd) {
        if (odd) {
            world.bcast(new float[1], 1, MPI.FLOAT, 0);
        } else {
            world.bcast(new int[1], 1, MPI.INT, 0);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "operation|operation of a collective call: rank 0: BCAST, rank 1: BARRIER",
                "kind of waiting|rank 0: BARRIER, rank 1: non-blocking BARRIER",
                "creation|rank 0: SPLIT, rank 1: DUP",
                "root|disagree on the root of a collective call: rank 0: 0, rank 1: 1",
                "reduction|disagree on the reduction",
                "count|rank 0: 1 x MPI.INT, rank 1: 2 x MPI.INT",
                "type|rank 0: 1 x MPI.INT, rank 1: 1 x MPI.FLOAT",
                "gather|rank 1 sends rank 0 3 x MPI.INT, which expects 2 x MPI.INT",
                "gatherv|rank 1 sends rank 0 1 x MPI.INT, which expects 2 x MPI.INT",
                "alltoallv|rank 2 sends rank 1 1 x MPI.INT, which expects 2 x MPI.INT",
                "struct|rank 0: 2 x (MPI.INT, MPI.DOUBLE), rank 1: 2 x (MPI.INT, MPI.LONG)",
                "grid|rank 0: createCart dims=[3, 1], periods=[false, false]",
                "later|rank 0: 1 x MPI.INT, rank 1: 2 x MPI.INT"
            })
    void shouldReportTheCallsOfAllRanksOnEach(String howAndWhat) {
        int bar = howAndWhat.indexOf('|');
        String how = howAndWhat.substring(0, bar);
        String what = howAndWhat.substring(bar + 1);
        job(3).runUnfinished(
                        () ->
                                assertDisagree(
                                        () -> callWrongly(how),
                                        what,
                                        "\n    rank 1: COMM_WORLD.",
                                        PLACE));
    }

    @Test
    void shouldReportARankThatFinishesInsteadOfABarrier() {
        job(2).runUnfinished(
                        () ->
                                assertDisagree(
                                        () -> {
                                            if (MPI.COMM_WORLD.getRank() == 0) {
                                                MPI.Finalize();
                                            } else {
                                                MPI.COMM_WORLD.barrier();
                                            }
                                        },
                                        "rank 0: FINALIZE, rank 1: BARRIER"));
    }

    @Test
    void shouldNotHoldUpANonBlockingOperationThatOthersStartLater() {
        job(3).run(
                        () -> {
                            Intracomm w = MPI.COMM_WORLD;
                            int[] data = new int[1];
                            if (w.getRank() == 0) {
                                Request barrier = w.iBarrier();
                                w.send(data, 1, MPI.INT, 1, 0);
                                barrier.waitFor();
                            } else {
                                if (w.getRank() == 1) {
                                    w.recv(data, 1, MPI.INT, 0, 0);
                                }
                                w.iBarrier().waitFor();
                            }
                        });
    }

    @Test
    void shouldFailWhenTheBuffersOfACallOverlapOrAreInUse() {
        job(2).run(
                        () -> {
                            Intracomm w = MPI.COMM_WORLD;
                            w.setErrhandler(MPI.ERRORS_RETURN);
                            int[] data = new int[4];
                            assertBuffer(() -> w.allReduce(data, data, 1, MPI.INT, MPI.SUM));
                            int[] both = new int[2];
                            Request sum = w.iAllReduce(new int[2], both, 2, MPI.INT, MPI.SUM);
                            assertBuffer(() -> w.iRecv(both, 1, MPI.INT, 0, 0));
                            sum.waitFor();
                            int[] root = new int[2];
                            Request copy = w.iBcast(root, 2, MPI.INT, 0);
                            if (w.getRank() == 0) {
                                root[1] = 7;
                                assertBuffer(copy::waitFor);
                            } else {
                                copy.waitFor();
                            }
                            w.allReduce(data, 4, MPI.INT, MPI.SUM);
                        });
    }

    private static void assertBuffer(Runnable call) {
        MPIException failure = assertThrows(MPIException.class, call::run);
        assertEquals(MPI.ERR_BUFFER, failure.getErrorClass(), failure.getMessage());
    }

    @Test
    void shouldReduceWithOperationsOfTheProgram() {
        job(2).run(
                        () -> {
                            Op sum = new Op(new Sum(), true);
                            int[] data = {1};
                            MPI.COMM_WORLD.allReduce(data, 1, MPI.INT, sum);
                            assertEquals(2, data[0]);
                            sum.free();
                        });
    }

    /** Rank 1 calls only when a thread of rank 0 has changed what rank 0 sends. */
    @Test
    void shouldFailWhenAnotherThreadChangesTheSendBufferOfABlockingCall() {
        CountDownLatch changed = new CountDownLatch(1);
        job(2).run(
                        () -> {
                            Intracomm world = MPI.COMM_WORLD;
                            world.setErrhandler(MPI.ERRORS_RETURN);
                            int[] data = {1};
                            int[] result = new int[1];
                            if (world.getRank() == 1) {
                                changed.await();
                                world.allReduce(data, result, 1, MPI.INT, MPI.SUM);
                                return;
                            }
                            Thread caller = Thread.currentThread();
                            Thread.startVirtualThread(
                                    () -> {
                                        while (!comparesCalls(caller)) {
                                            Thread.onSpinWait();
                                        }
                                        data[0] = 7;
                                        changed.countDown();
                                    });
                            MPIException failure =
                                    assertThrows(
                                            MPIException.class,
                                            () ->
                                                    world.allReduce(
                                                            data, result, 1, MPI.INT, MPI.SUM));
                            assertEquals(MPI.ERR_BUFFER, failure.getErrorClass());
                            assertTrue(
                                    failure.getMessage().contains("the send buffer was changed"),
                                    failure.getMessage());
                        });
    }

    /** After the call has looked at its send buffer. */
    private static boolean comparesCalls(Thread caller) {
        return Arrays.stream(caller.getStackTrace())
                .anyMatch(frame -> frame.getClassName().endsWith(".FingerprintExchange"));
    }

    private static final class Sum extends mpi.UserFunction {
        @Override
        public void call(Object in, Object inout, int count, mpi.Datatype type) {
            ((int[]) inout)[0] += ((int[]) in)[0];
        }
    }
}
