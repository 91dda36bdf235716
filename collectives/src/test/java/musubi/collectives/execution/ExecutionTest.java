package musubi.collectives.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import musubi.Rank;
import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.alltoall.BruckAllToAll;
import musubi.collectives.schedule.Schedule;
import musubi.collectives.schedule.Shape;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.job.JobOfThreads;
import musubi.type.MpiType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Map;

/** Schedules with a rank that fails. */
class ExecutionTest {
    private static final int RANKS = 5;
    private static final int WITHOUT_MEMORY = 1;

    /** The first rank with a message from it: in the round of distance 1. */
    private static final int RECEIVER = 0;

    /** Inline, eager and rendezvous messages. */
    @ParameterizedTest
    @ValueSource(ints = {1, 500, 300_000})
    void shouldCompleteOnAllRanksWhenOneHasNoMemory(int longs) throws InterruptedException {
        JobOfThreads.run(RANKS, Map.of(), rank -> runWithoutMemory(rank, longs));
    }

    private static void runWithoutMemory(Rank rank, int longs) {
        int me = rank.world().rank();
        Shape shape = new Shape().reset(CollectiveKind.ALLTOALL, me, RANKS);
        shape.count = longs;
        Schedule schedule = new BruckAllToAll().schedule(shape);
        CollectiveCall call = new CollectiveCall().reset(shape.kind);
        call.send.set(new long[RANKS * longs], 0, longs, MpiType.LONG);
        call.receive.set(new long[RANKS * longs], 0, longs, MpiType.LONG);
        Execution execution = new ExecutionPool(rank.world()).take();
        MpiFailure noMemory = new MpiFailure(ErrorClass.NO_MEM, "none");
        if (me == WITHOUT_MEMORY) {
            execution.failForLackOfMemory(noMemory);
        }
        CollectiveRequest request = run(rank, execution, schedule, call);
        if (me == WITHOUT_MEMORY) {
            assertEquals(noMemory, assertThrows(MpiFailure.class, request::rethrow));
        } else if (me == RECEIVER) {
            MpiFailure failure = assertThrows(MpiFailure.class, request::rethrow);
            assertEquals(ErrorClass.NOT_SAME, failure.errorClass());
        }
        assertFalse(run(rank, execution, schedule, call).hasFailed(), "with memory again");
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
