package musubi.collectives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.Rank;
import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveKind;
import musubi.coll.Counts;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.job.JobOfThreads;
import musubi.op.ReductionOp;
import musubi.op.Reductions;
import musubi.type.MpiType;

import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.function.Consumer;

/** Wrong arguments fail before any communication; later failures leave no message behind. */
class ArgumentsTest {
    private static final int[] FOUR = new int[4];

    private static CollectiveCall allReduce() {
        CollectiveCall call = new CollectiveCall().reset(CollectiveKind.ALLREDUCE);
        call.op = Reductions.SUM;
        call.send.set(new int[4], 0, 4, MpiType.INT);
        call.receive.set(new int[4], 0, 4, MpiType.INT);
        return call;
    }

    private static CollectiveCall allGatherV() {
        CollectiveCall call = new CollectiveCall().reset(CollectiveKind.ALLGATHERV);
        call.send.set(new int[4], 0, 1, MpiType.INT);
        call.receive.setVector(new int[4], 0, new int[] {1, 1}, new int[] {0, 1}, MpiType.INT);
        return call;
    }

    private static void refuse(ErrorClass expected, CollectiveCall call) throws Exception {
        JobOfThreads.run(
                2,
                Map.of(),
                rank -> {
                    MpiFailure failure =
                            assertThrows(
                                    MpiFailure.class, () -> rank.world().collectives().run(call));
                    assertEquals(expected, failure.errorClass(), failure.getMessage());
                    rank.world().collectives().run(allReduce());
                });
    }

    private static void refuse(
            ErrorClass expected, CollectiveCall call, Consumer<CollectiveCall> spoil)
            throws Exception {
        spoil.accept(call);
        refuse(expected, call);
    }

    @Test
    void shouldRefuseWrongRoots() throws Exception {
        CollectiveCall call = new CollectiveCall().reset(CollectiveKind.BCAST);
        call.receive.set(new int[4], 0, 4, MpiType.INT);
        refuse(ErrorClass.ROOT, call, c -> c.root = 2);
        refuse(ErrorClass.ROOT, call, c -> c.root = -1);
    }

    @Test
    void shouldRefuseWrongCounts() throws Exception {
        refuse(ErrorClass.COUNT, allReduce(), c -> c.send.count = -1);
        refuse(ErrorClass.COUNT, allReduce(), c -> c.send.count = 3);
        refuse(ErrorClass.ARG, allGatherV(), c -> c.receive.counts = Counts.of(new int[1]));
        refuse(ErrorClass.ARG, allGatherV(), c -> c.receive.counts = Counts.of(new long[1]));
        refuse(ErrorClass.ARG, allGatherV(), c -> c.receive.displacements = null);
        refuse(ErrorClass.COUNT, allReduce(), c -> c.receive.count = Long.MAX_VALUE);
        refuse(ErrorClass.COUNT, allGatherV(), c -> c.receive.counts = Counts.of(1, 1L << 61));
        refuse(
                ErrorClass.COUNT,
                allGatherV(),
                c -> c.receive.displacements = Counts.of(0, 1L << 62));
        refuse(ErrorClass.COUNT, allGatherV(), c -> c.receive.counts = Counts.of(1, -1));
    }

    @Test
    void shouldRefuseWrongBuffers() throws Exception {
        refuse(ErrorClass.BUFFER, allReduce(), c -> c.receive.offset = 1);
        refuse(ErrorClass.BUFFER, allReduce(), c -> c.receive.buffer = null);
        refuse(ErrorClass.BUFFER, allGatherV(), c -> c.receive.displacements = Counts.of(0, 4));
        refuse(ErrorClass.BUFFER, allGatherV(), c -> c.receive.displacements = Counts.of(-1L, 0L));
        CollectiveCall broadcast = new CollectiveCall().reset(CollectiveKind.BCAST);
        broadcast.receive.set(FOUR, 0, 4, MpiType.INT);
        refuse(ErrorClass.BUFFER, broadcast, c -> c.inPlace = true);
    }

    @Test
    void shouldRefuseWrongTypesAndOperations() throws Exception {
        refuse(ErrorClass.TYPE, allReduce(), c -> c.send.type = null);
        refuse(ErrorClass.TYPE, allReduce(), c -> c.send.buffer = new Integer[4]);
        refuse(ErrorClass.OP, allReduce(), c -> c.op = null);
        refuse(ErrorClass.OP, allReduce(), c -> c.op = Reductions.MAXLOC);
    }

    @Test
    void shouldNameTheRanksThatDisagreeOnACount() throws Exception {
        JobOfThreads.run(
                2,
                Map.of(),
                rank -> {
                    CollectiveCall call = new CollectiveCall().reset(CollectiveKind.BCAST);
                    int count = 4 - rank.world().rank() * 2;
                    call.receive.set(new int[4], 0, count, MpiType.INT);
                    if (rank.world().rank() == 0) {
                        rank.world().collectives().run(call);
                    } else {
                        MpiFailure failure =
                                assertThrows(
                                        MpiFailure.class,
                                        () -> rank.world().collectives().run(call));
                        assertEquals(ErrorClass.TRUNCATE, failure.errorClass());
                    }
                });
    }

    /** Fails on one rank. */
    private record Failing(boolean fails) implements ReductionOp {
        @Override
        public void apply(Object in, int i, Object inout, int j, int count, MpiType type) {
            if (fails) {
                throw new IllegalStateException("on purpose");
            }
        }

        @Override
        public boolean isCommutative() {
            return true;
        }

        @Override
        public String name() {
            return "failing";
        }
    }

    @Test
    void shouldFinishOnAllRanksWhenAnOperationFailsOnOne() throws Exception {
        Map<String, String> messages = Map.of("cores", "8", "coll.node", "false");
        JobOfThreads.run(4, messages, ArgumentsTest::runFailing);
    }

    private static void runFailing(Rank rank) {
        CollectiveCall call = allReduce();
        boolean fails = rank.world().rank() == 2;
        call.op = new Failing(fails);
        if (fails) {
            assertThrows(IllegalStateException.class, () -> rank.world().collectives().run(call));
            var request = rank.world().collectives().start(call);
            MpiFailure failure = assertThrows(MpiFailure.class, () -> rank.pt2pt().await(request));
            assertTrue(failure.getMessage().contains("on purpose"), failure.getMessage());
        } else {
            finish(() -> rank.world().collectives().run(call));
            finish(() -> rank.pt2pt().await(rank.world().collectives().start(call)));
        }
        rank.world().collectives().run(allReduce());
    }

    /** A rank whose result depends on that of the failed one fails, too. */
    private static void finish(Runnable call) {
        try {
            call.run();
        } catch (MpiFailure e) {
            assertEquals(ErrorClass.NOT_SAME, e.errorClass());
            assertTrue(e.getMessage().contains("a rank has failed"), e.getMessage());
        }
    }
}
