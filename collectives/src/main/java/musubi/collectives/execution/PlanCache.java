package musubi.collectives.execution;

import musubi.coll.ChosenAlgorithm;
import musubi.collectives.schedule.Schedule;
import musubi.collectives.schedule.Shape;
import musubi.event.CollectiveCounters;

import java.util.Iterator;
import java.util.LinkedHashMap;

/**
 * The schedules of a communicator by call shape: the {@value #SHAPES} most recently used ones, but
 * at most {@value #STEPS} steps in all, or a single schedule.
 */
public final class PlanCache {
    private static final int SHAPES = 64;
    private static final int STEPS = 1 << 16;

    private final LinkedHashMap<Shape, Plan> plans = new LinkedHashMap<>(SHAPES, 0.75f, true);
    private long steps;

    /**
     * The execution of calls of a shape.
     *
     * @param schedule of this rank
     * @param chosen its algorithm
     * @param bytes of the call at this rank
     * @param counters counters of its calls
     * @param stages for a call of several schedules, else null
     */
    public record Plan(
            Schedule schedule,
            ChosenAlgorithm chosen,
            long bytes,
            CollectiveCounters counters,
            StagePlan stages) {}

    public PlanCache() {}

    /** The plan of a shape; null if not cached. */
    public Plan get(Shape shape) {
        return plans.get(shape);
    }

    /** Adds a plan; evicts the least recently used ones. */
    public void put(Shape shape, Plan planned) {
        plans.put(shape, planned);
        steps += planned.schedule.size();
        Iterator<Plan> eldest = plans.values().iterator();
        while (plans.size() > SHAPES || steps > STEPS && plans.size() > 1) {
            steps -= eldest.next().schedule.size();
            eldest.remove();
        }
    }

    /** Evicts all plans, after a change of overrides. */
    public void clear() {
        plans.clear();
        steps = 0;
    }
}
