package musubi.collectives.schedule;

import java.util.List;
import java.util.stream.Stream;

/**
 * The steps of one rank in one collective operation, in a valid sequential order. Immutable,
 * without user memory: cacheable, and executable any number of times, also concurrently.
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

    /** The step at an index. */
    public Step step(int index) {
        return steps[index];
    }

    /**
     * Copies the number of predecessors of each step.
     *
     * @param into of at least {@link #size} elements
     */
    public void copyDependencies(int[] into) {
        System.arraycopy(dependencies, 0, into, 0, dependencies.length);
    }

    /** Number of temporary buffers. */
    public int temporaries() {
        return temporaries.length;
    }

    /** The full range of a temporary buffer. */
    public Part temporary(int index) {
        return temporaries[index];
    }

    /** Whether any step reduces. */
    public boolean reduces() {
        return reduces;
    }

    /**
     * Length of the user's send or receive buffer that a reduction uses, in items; 0 in other
     * schedules.
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
