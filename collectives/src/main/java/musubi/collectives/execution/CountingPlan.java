package musubi.collectives.execution;

import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveContext;
import musubi.collectives.schedule.Schedule;
import musubi.collectives.schedule.Shape;
import musubi.type.MpiType;

/**
 * What is known in advance of {@linkplain CountedCall counted} calls of a shape.
 *
 * @param counts schedule of the exchange of one number for each rank
 * @param shape of the call
 */
public record CountingPlan(Schedule counts, Shape shape) implements StagePlan {
    @Override
    public CallInStages callOf(
            CollectiveContext comm,
            ExecutionPool executions,
            CollectiveCall call,
            MpiType type,
            int tag) {
        return new CountedCall(comm, executions, call, this, tag);
    }
}
