package musubi.op;

/**
 * The predefined operators, grouped into families that share one loop for each element type.
 * MPI-4.1 sections 6.9.2 and 6.9.4.
 *
 * <p>Members of a family differ by numbers that do not change within the loop, so that it is one
 * vectorised loop for all of them:
 *
 * <pre>
 *   extremum   f ^ max(f ^ a, f ^ b)          f = 0: MAX, f = -1: MIN (integers)
 *   bitwise    x &amp; (a ^ b) ^ y &amp; a &amp; b       x, y = 0, -1: AND; -1, -1: OR; -1, 0: XOR
 *   logical    bit (a, b) of a truth table    1000: AND, 1110: OR, 0110: XOR
 * </pre>
 */
enum Operator {
    MAX(Family.EXTREMUM, 0),
    MIN(Family.EXTREMUM, -1),
    SUM(Family.SUM, 0),
    PROD(Family.PRODUCT, 0),
    LAND(Family.LOGICAL, 0b1000),
    BAND(Family.BITWISE, 0b1000),
    LOR(Family.LOGICAL, 0b1110),
    BOR(Family.BITWISE, 0b1110),
    LXOR(Family.LOGICAL, 0b0110),
    BXOR(Family.BITWISE, 0b0110),
    MINLOC(Family.LOCATION, -1),
    MAXLOC(Family.LOCATION, 0),
    REPLACE(Family.ACCUMULATE, 1),
    NO_OP(Family.ACCUMULATE, 0);

    /** Operators that share a loop. */
    enum Family {
        EXTREMUM,
        SUM,
        PRODUCT,
        LOGICAL,
        BITWISE,
        LOCATION,
        ACCUMULATE
    }

    private final Family family;
    private final int variant;

    Operator(Family family, int variant) {
        this.family = family;
        this.variant = variant;
    }

    Family family() {
        return family;
    }

    /** What is XORed to integers around a maximum; 0 or -1. */
    int flip() {
        return variant;
    }

    /** Whether the larger value wins. */
    boolean isMax() {
        return variant == 0;
    }

    /** The truth table: bit 2a + b is the result for a and b. */
    int table() {
        return variant;
    }

    /** In bitwise operators the factor of the bits that differ; 0 or -1. */
    int whenDifferent() {
        return -(variant >> 1 & 1);
    }

    /** In bitwise operators the factor of the bits that are set in both; 0 or -1. */
    int whenBoth() {
        return -(variant >> 3 & 1);
    }

    /** The result of a logical operator, 0 or 1. */
    static int lookUp(int table, boolean a, boolean b) {
        return table >>> ((a ? 2 : 0) | (b ? 1 : 0)) & 1;
    }
}
