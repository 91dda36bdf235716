package musubi.collectives.schedule;

/**
 * An algorithm of a collective operation: a pure function from a call shape to a schedule. All
 * ranks must use the same algorithm for a call.
 */
public interface Algorithm {
    /** Name in settings and reports, for example {@code binomial}. */
    String name();

    /**
     * Reason why calls of this shape are not supported, for users; null if they are. Depends only
     * on values that are equal on all ranks.
     */
    default String refusal(Shape shape) {
        return null;
    }

    /** Whether messages are sent in segments of {@link Shape#segment} items. */
    default boolean supportsSegments() {
        return false;
    }

    /**
     * Default segment size in bytes; 0 for unsegmented messages. Depends only on values that are
     * equal on all ranks.
     */
    default long segmentBytes(Shape shape) {
        return 0;
    }

    /** Appends the steps of the rank of the shape. */
    void plan(Shape shape, ScheduleBuilder builder);

    /** Schedule of the rank of the shape. */
    default Schedule schedule(Shape shape) {
        ScheduleBuilder builder = new ScheduleBuilder();
        plan(shape, builder);
        return builder.build();
    }
}
