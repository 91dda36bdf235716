package musubi.collectives.execution;

import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveContext;
import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.allreduce.RecursiveDoublingAllReduce;
import musubi.collectives.algorithm.site.SiteAllReduce;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.Schedule;
import musubi.collectives.schedule.Shape;
import musubi.type.MpiType;

import java.util.function.Supplier;

/**
 * The schedules of {@linkplain PaddedCall padded} calls of a shape: agreement, exchange of slots,
 * and the unpadded call if slots exceed their limit.
 *
 * @param agreement an all-reduce of {@value #NUMBERS} numbers in place
 * @param exchange an all-to-all of one item
 * @param maxSlotBytes limit for an item, of this rank
 * @param unpadded schedule of the unpadded call
 */
public record PaddingPlan(
        Schedule agreement, Schedule exchange, long maxSlotBytes, Supplier<Schedule> unpadded)
        implements StagePlan {
    /** Number of values to agree on. */
    static final int NUMBERS = 2;

    /**
     * A plan.
     *
     * @param exchange of slots, one item each; for the shape {@link #slots}
     * @param limitBytes memory of this rank
     * @param unpadded schedule if that is too little for one of the ranks; called each time
     */
    public static PaddingPlan of(
            Shape shape, Schedule exchange, long limitBytes, Supplier<Schedule> unpadded) {
        Shape numbers = new Shape().reset(CollectiveKind.ALLREDUCE, shape.rank, shape.size);
        numbers.count = NUMBERS;
        numbers.inPlace = true;
        numbers.sites = shape.sites;
        Planner agree =
                shape.sites == null ? new RecursiveDoublingAllReduce() : new SiteAllReduce();
        Schedule agreement = agree.schedule(numbers);
        long places = 2L * shape.size;
        for (int i = 0; i < exchange.temporaries(); i++) {
            places += exchange.temporary(i).count();
        }
        return new PaddingPlan(agreement, exchange, limitBytes / places, unpadded);
    }

    @Override
    public CallInStages callOf(
            CollectiveContext comm,
            ExecutionPool executions,
            CollectiveCall call,
            MpiType type,
            int tag) {
        return new PaddedCall(comm, executions, call, type, this, tag);
    }

    /** Shape of the exchange of slots: an all-to-all of one item for each rank. */
    public static Shape slots(Shape shape) {
        Shape places = new Shape().reset(CollectiveKind.ALLTOALL, shape.rank, shape.size);
        places.count = 1;
        places.nodes = shape.nodes;
        places.sites = shape.sites;
        places.torus = shape.torus;
        return places;
    }
}
