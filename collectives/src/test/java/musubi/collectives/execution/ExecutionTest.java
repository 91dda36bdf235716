package musubi.collectives.execution;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.Rank;
import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.allreduce.RecursiveDoublingAllReduce;
import musubi.collectives.algorithm.alltoall.BruckAllToAll;
import musubi.collectives.schedule.Schedule;
import musubi.collectives.schedule.Shape;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.job.JobOfThreads;
import musubi.op.ReductionOp;
import musubi.op.Reductions;
import musubi.type.MpiType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Schedules with a rank that fails. */
class ExecutionTest {
    private static final int RANKS = 5;
    private static final int WITHOUT_MEMORY = 1;

    /** The first rank with a message from it: in the round of distance 1. */
    private static final int RECEIVER = 0;

    private static final int POWER_OF_TWO = 4;
    private static final int FAILING = 1;

    private static final ReductionOp BROKEN =
            new ReductionOp() {
                @Override
                public void apply(
                        Object in, int from, Object inout, int to, int count, MpiType type) {
                    throw new IllegalStateException("broken");
                }

                @Override
                public boolean isCommutative() {
                    return true;
                }

                @Override
                public String name() {
                    return "broken";
                }
            };

    /** Inline, eager and rendezvous messages. */
    @ParameterizedTest
    @ValueSource(ints = {1, 500, 300_000})
    void shouldCompleteOnAllRanksWhenOneHasNoMemory(int longs) throws InterruptedException {
        JobOfThreads.run(RANKS, Map.of(), rank -> runWithoutMemory(rank, longs));
    }

    private static void runWithoutMemory(Rank rank, int longs) {
        int me = rank.world().rank();
        Execution execution = new ExecutionPool(rank.world()).take();
        MpiFailure noMemory = new MpiFailure(ErrorClass.NO_MEM, "none");
        if (me == WITHOUT_MEMORY) {
            execution.failForLackOfMemory(noMemory);
        }
        CollectiveRequest request = allToAll(rank, execution, longs);
        if (me == WITHOUT_MEMORY) {
            assertEquals(noMemory, assertThrows(MpiFailure.class, request::rethrow));
        } else if (me == RECEIVER) {
            MpiFailure failure = assertThrows(MpiFailure.class, request::rethrow);
            assertEquals(ErrorClass.NOT_SAME, failure.errorClass());
        }
        assertFalse(allToAll(rank, execution, longs).hasFailed(), "with memory again");
    }

    /** An operation that fails on one rank: the others have the right sum, or a failure. */
    @ParameterizedTest
    @ValueSource(ints = {1, 500, 300_000})
    void shouldGiveNoRankAWrongSumWhenAReductionFails(int longs) throws InterruptedException {
        AtomicInteger failed = new AtomicInteger();
        JobOfThreads.run(
                POWER_OF_TWO,
                Map.of(),
                rank -> {
                    if (failsInReduction(rank, longs)) {
                        failed.incrementAndGet();
                    }
                });
        // It, and its partner of the second round.
        assertTrue(failed.get() >= 2, failed::toString);
    }

    private static boolean failsInReduction(Rank rank, int longs) {
        int me = rank.world().rank();
        Shape shape = new Shape().reset(CollectiveKind.ALLREDUCE, me, POWER_OF_TWO);
        shape.count = longs;
        Schedule schedule = new RecursiveDoublingAllReduce().schedule(shape);
        CollectiveCall call = new CollectiveCall().reset(shape.kind);
        long[] mine = new long[longs];
        Arrays.fill(mine, 1 + me);
        long[] sums = new long[longs];
        call.send.set(mine, 0, longs, MpiType.LONG);
        call.receive.set(sums, 0, longs, MpiType.LONG);
        call.op = me == FAILING ? BROKEN : Reductions.SUM;
        Execution execution = new ExecutionPool(rank.world()).take();
        CollectiveRequest request = run(rank, execution, schedule, call);
        if (!request.hasFailed()) {
            long[] expected = new long[longs];
            Arrays.fill(expected, POWER_OF_TWO * (POWER_OF_TWO + 1) / 2);
            assertArrayEquals(expected, sums, () -> "rank=" + me);
        }
        call.op = Reductions.SUM;
        assertFalse(run(rank, execution, schedule, call).hasFailed(), "with another operation");
        return request.hasFailed();
    }

    @Test
    void shouldKeepFewArraysWhenManyOperationsHaveRunAtATime() throws InterruptedException {
        JobOfThreads.run(RANKS, Map.of(), ExecutionTest::runThree);
    }

    private static void runThree(Rank rank) {
        ExecutionPool pool = new ExecutionPool(rank.world());
        Execution[] three = {pool.take(), pool.take(), pool.take()};
        for (Execution execution : three) {
            assertFalse(allToAll(rank, execution, 1_000).hasFailed());
        }
        assertTrue(three[0].keptBytes() >= 1_000 * Long.BYTES);
        assertTrue(three[1].keptBytes() >= 1_000 * Long.BYTES);
        assertEquals(0, three[2].keptBytes());
        assertFalse(allToAll(rank, three[0], 300_000).hasFailed());
        assertTrue(three[0].keptBytes() <= 1 << 21, () -> "" + three[0].keptBytes());
    }

    private static CollectiveRequest allToAll(Rank rank, Execution execution, int longs) {
        Shape shape = new Shape().reset(CollectiveKind.ALLTOALL, rank.world().rank(), RANKS);
        shape.count = longs;
        CollectiveCall call = new CollectiveCall().reset(shape.kind);
        call.send.set(new long[RANKS * longs], 0, longs, MpiType.LONG);
        call.receive.set(new long[RANKS * longs], 0, longs, MpiType.LONG);
        Schedule schedule = new BruckAllToAll().schedule(shape);
        return run(rank, execution, schedule, call);
    }

    private static CollectiveRequest run(
            Rank rank, Execution execution, Schedule schedule, CollectiveCall call) {
        CollectiveRequest request = new CollectiveRequest();
        request.restart(call.kind);
        execution.start(schedule, call, MpiType.LONG, 0, request);
        rank.pt2pt().progress().await(request);
        return request;
    }
}
