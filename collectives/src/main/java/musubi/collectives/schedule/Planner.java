package musubi.collectives.schedule;

/**
 * Plans the steps of one rank in a collective operation: a pure function from a call shape to a
 * schedule.
 */
@FunctionalInterface
public interface Planner {
    /** Appends the steps of the rank of the shape. */
    void plan(Shape shape, ScheduleBuilder builder);

    /**
     * Reason why calls of this shape are not supported, for users; null if they are. Depends only
     * on values that are equal on all ranks.
     */
    default String refusal(Shape shape) {
        return null;
    }

    /**
     * Default segment size in bytes; 0 for unsegmented messages. Depends only on values that are
     * equal on all ranks.
     */
    default long segmentBytes(Shape shape) {
        return 0;
    }

    /** Schedule of the rank of the shape. */
    default Schedule schedule(Shape shape) {
        ScheduleBuilder builder = new ScheduleBuilder();
        plan(shape, builder);
        return builder.build();
    }
}
