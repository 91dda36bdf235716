package musubi.collectives.execution;

import musubi.coll.ChosenAlgorithm;
import musubi.collectives.schedule.Schedule;
import musubi.collectives.schedule.Shape;
import musubi.event.CollectiveCounters;

import java.util.Iterator;
import java.util.LinkedHashMap;

/**
 * The schedules of a communicator by the shape of calls: the {@value #SHAPES} used last, and of
 * long schedules fewer, so that all together have at most {@value #STEPS} steps, or one schedule.
 */
public final class PlanCache {
    private static final int SHAPES = 64;
    private static final int STEPS = 1 << 16;

    private final LinkedHashMap<Shape, Plan> plans = new LinkedHashMap<>(SHAPES, 0.75f, true);
    private long steps;

    /**
     * How calls of a shape are carried out.
     *
     * @param schedule what this rank does
     * @param chosen what made it
     * @param bytes of the buffer that the operation is about, as each rank names it
     * @param tally where its calls are counted
     * @param padding when the schedule is for blocks that are {@linkplain PaddedCall padded}, else
     *     null
     */
    public record Plan(
            Schedule schedule,
            ChosenAlgorithm chosen,
            long bytes,
            CollectiveCounters tally,
            PaddingPlan padding) {}

    public PlanCache() {}

    /** How calls of this shape are carried out; null when that is not known. */
    public Plan get(Shape shape) {
        return plans.get(shape);
    }

    /** Keeps a plan; forgets those that were used least recently. */
    public void put(Shape shape, Plan planned) {
        plans.put(shape, planned);
        steps += planned.schedule.size();
        Iterator<Plan> eldest = plans.values().iterator();
        while (plans.size() > SHAPES || steps > STEPS && plans.size() > 1) {
            steps -= eldest.next().schedule.size();
            eldest.remove();
        }
    }

    /** Forgets all, because other algorithms are to be chosen. */
    public void clear() {
        plans.clear();
        steps = 0;
    }
}
