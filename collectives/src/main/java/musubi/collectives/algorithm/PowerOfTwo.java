package musubi.collectives.algorithm;

import musubi.collectives.schedule.Shape;

/** What algorithms say that take a power of two of ranks. */
final class PowerOfTwo {
    private PowerOfTwo() {}

    /** Null when the number of ranks is one. */
    static String refusal(Shape shape) {
        return Integer.bitCount(shape.size) == 1 ? null : "the number of ranks is no power of two";
    }
}
