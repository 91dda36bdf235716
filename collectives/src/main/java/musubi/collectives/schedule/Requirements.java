package musubi.collectives.schedule;

/** Requirements that several algorithms have: reasons for a {@link Algorithm#refusal}, or null. */
public final class Requirements {
    private Requirements() {}

    /** The number of ranks is a power of two. */
    public static String powerOfTwo(Shape shape) {
        return Integer.bitCount(shape.size) == 1 ? null : "the number of ranks is no power of two";
    }

    /** The operation is commutative. */
    public static String commutative(Shape shape) {
        return shape.commutative ? null : "the operation is not commutative";
    }
}
