package musubi.collectives.schedule;

/** Requirements that several algorithms have: reasons for a {@link Planner#refusal}, or null. */
public final class Requirements {
    private Requirements() {}

    /** The number of ranks is a power of two. */
    public static String powerOfTwo(Shape shape) {
        return Integer.bitCount(shape.size) == 1 ? null : "the number of ranks is no power of two";
    }

    /** The communicator has a torus. */
    public static String torus(Shape shape) {
        return shape.torus != null
                ? null
                : "the communicator has no torus: size="
                        + shape.size
                        + "; give the job a shape (mpiexec --torus) or use a cartesian"
                        + " communicator";
    }

    /** The operation is commutative. */
    public static String commutative(Shape shape) {
        return shape.commutative ? null : "the operation is not commutative";
    }
}
