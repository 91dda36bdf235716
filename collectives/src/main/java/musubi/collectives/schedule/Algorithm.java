package musubi.collectives.schedule;

/**
 * An algorithm of a collective operation, as users select it. All ranks must use the same algorithm
 * for a call.
 *
 * @param name name in settings and reports, for example {@code binomial}
 * @param supportsSegments whether messages are sent in segments of {@link Shape#segment} items
 */
public record Algorithm(String name, Planner planner, boolean supportsSegments) {
    /** An algorithm that sends whole messages. */
    public static Algorithm whole(String name, Planner planner) {
        return new Algorithm(name, planner, false);
    }

    /** An algorithm that sends messages in segments. */
    public static Algorithm segmented(String name, Planner planner) {
        return new Algorithm(name, planner, true);
    }

    /** Reason why calls of this shape are not supported, for users; null if they are. */
    public String refusal(Shape shape) {
        return planner.refusal(shape);
    }

    /** Default segment size in bytes; 0 for unsegmented messages. */
    public long segmentBytes(Shape shape) {
        return planner.segmentBytes(shape);
    }

    /** Schedule of the rank of the shape. */
    public Schedule schedule(Shape shape) {
        return planner.schedule(shape);
    }
}
