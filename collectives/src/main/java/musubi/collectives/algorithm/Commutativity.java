package musubi.collectives.algorithm;

import musubi.collectives.schedule.Shape;

/** What algorithms say that change the order of operands. */
final class Commutativity {
    private Commutativity() {}

    /** Null when the operation is commutative. */
    static String refusal(Shape shape) {
        return shape.commutative ? null : "the operation is not commutative";
    }
}
