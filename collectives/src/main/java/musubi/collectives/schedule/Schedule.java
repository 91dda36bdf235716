package musubi.collectives.schedule;

import java.util.List;
import java.util.stream.Stream;

/**
 * What one rank does in one collective. Immutable; holds no user memory, so it can be cached and
 * run any number of times, also at the same time. Steps come in an order in which they could run
 * one after the other.
 */
public final class Schedule {
    private final Step[] steps;
    private final Part[] temporaries;
    private final int[] dependencies;
    private final boolean reduces;
    private final long sendItems;
    private final long receiveItems;

    Schedule(List<Step> steps, List<Part> temporaries) {
        this.steps = steps.toArray(Step[]::new);
        this.temporaries = temporaries.toArray(Part[]::new);
        dependencies = steps.stream().mapToInt(Step::dependencies).toArray();
        reduces = steps.stream().anyMatch(step -> step.kind() == Step.Kind.REDUCE);
        sendItems = reduces ? itemsOf(steps, Part.SEND) : 0;
        receiveItems = reduces ? itemsOf(steps, Part.RECEIVE) : 0;
    }

    private static long itemsOf(List<Step> steps, int buffer) {
        return steps.stream()
                .flatMap(step -> Stream.of(step.from(), step.to()))
                .filter(part -> part != null && part.buffer() == buffer)
                .mapToLong(part -> part.offset() + part.count())
                .max()
                .orElse(0);
    }

    /** Number of steps. */
    public int size() {
        return steps.length;
    }

    /** A step. */
    public Step step(int index) {
        return steps[index];
    }

    /**
     * For each step how many others have to be complete before.
     *
     * @param into at least as long as the schedule
     */
    public void copyDependencies(int[] into) {
        System.arraycopy(dependencies, 0, into, 0, dependencies.length);
    }

    /** Number of temporary buffers. */
    public int temporaries() {
        return temporaries.length;
    }

    /** The whole of a temporary buffer. */
    public Part temporary(int index) {
        return temporaries[index];
    }

    /** Whether it has a step that reduces. */
    public boolean reduces() {
        return reduces;
    }

    /**
     * How far the steps of a reduction go into the user's send or receive buffer, in items; 0 in
     * other schedules.
     */
    public long itemsOf(int buffer) {
        return buffer == Part.SEND ? sendItems : receiveItems;
    }

    /** One line for each step. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < steps.length; i++) {
            text.append(i).append(": ").append(steps[i]).append('\n');
        }
        return text.toString();
    }
}
