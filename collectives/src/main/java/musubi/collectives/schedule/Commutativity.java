package musubi.collectives.schedule;

/** What algorithms say that change the order of operands. */
public final class Commutativity {
    private Commutativity() {}

    /** Null when the operation is commutative. */
    public static String refusal(Shape shape) {
        return shape.commutative ? null : "the operation is not commutative";
    }
}
