package musubi.type.object.graph;

/** A hash code of what has to be the same about a class on both sides. */
final class Shape {
    private Shape() {}

    /** The hash code with a part more. */
    static long with(long shape, String part) {
        return (Long.rotateLeft(shape, 5) ^ part.hashCode()) * 0x9E3779B97F4A7C15L;
    }
}
