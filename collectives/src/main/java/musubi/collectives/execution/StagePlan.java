package musubi.collectives.execution;

import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveContext;
import musubi.type.MpiType;

/** What ranks know in advance of the schedules of {@linkplain CallInStages calls in stages}. */
public interface StagePlan {
    /**
     * A checked call without gaps.
     *
     * @param type of its items; null in the w forms
     * @param tag of all stages
     */
    CallInStages callOf(
            CollectiveContext comm,
            ExecutionPool executions,
            CollectiveCall call,
            MpiType type,
            int tag);
}
