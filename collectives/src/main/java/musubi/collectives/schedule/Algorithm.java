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

    /** Writes down what the rank of the shape does. */
    void plan(Shape shape, ScheduleBuilder builder);

    /** What the rank of the shape does. */
    default Schedule schedule(Shape shape) {
        ScheduleBuilder builder = new ScheduleBuilder();
        plan(shape, builder);
        return builder.build();
    }
}
