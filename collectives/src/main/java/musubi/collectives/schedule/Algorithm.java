package musubi.collectives.schedule;

/**
 * A way to carry a collective out: a pure function from a shape to a schedule. All ranks must
 * choose the same algorithm for a call.
 */
public interface Algorithm {
    /** Its name in settings and reports, for example {@code binomial}. */
    String name();

    /**
     * Why it cannot carry out calls of this shape, in words for the user; null when it can. Looks
     * only at what all ranks know alike.
     */
    default String refusal(Shape shape) {
        return null;
    }

    /** Whether it cuts messages into segments of {@link Shape#segment} items. */
    default boolean supportsSegments() {
        return false;
    }

    /**
     * Bytes of a segment when nobody has said it; 0 when messages are not to be cut. Looks only at
     * what all ranks know alike.
     */
    default long segmentBytes(Shape shape) {
        return 0;
    }

    /** Writes down what the rank of the shape does. */
    void plan(Shape shape, ScheduleBuilder builder);

    /** What the rank of the shape does. */
    default Schedule schedule(Shape shape) {
        ScheduleBuilder builder = new ScheduleBuilder();
        plan(shape, builder);
        return builder.build();
    }
}
