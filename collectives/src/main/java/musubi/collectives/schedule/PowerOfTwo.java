package musubi.collectives.schedule;

/** What algorithms say that take a power of two of ranks. */
public final class PowerOfTwo {
    private PowerOfTwo() {}

    /** Null when the number of ranks is one. */
    public static String refusal(Shape shape) {
        return Integer.bitCount(shape.size) == 1 ? null : "the number of ranks is no power of two";
    }
}
