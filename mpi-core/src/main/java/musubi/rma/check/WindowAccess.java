package musubi.rma.check;

/**
 * An access of an origin to a run of bytes of a target.
 *
 * @param origin rank in the window
 * @param target rank in the window
 * @param from first byte
 * @param to behind the last byte
 * @param kind {@link #PUT}, {@link #GET}, or the number of an update, 0 or more: its type, and in
 *     the last byte its operation
 * @param site call and line of the program
 */
public record WindowAccess(int origin, int target, long from, long to, int kind, String site) {
    /** The kind of a put. */
    public static final int PUT = -1;

    /** The kind of a get. */
    public static final int GET = -2;

    /**
     * Added to the number of an update that agrees with all operations on items of its type: {@code
     * MPI.NO_OP}, and compareAndSwap. MPI-4.1 section 12.2.1, {@code same_op_no_op}.
     */
    public static final int ANY_OP = 0xff;

    /**
     * Whether the outcome of both depends on their order, without a synchronisation between them:
     * they meet, and are neither gets nor updates of the same kind. MPI-4.1 section 12.7.
     */
    boolean conflictsWith(WindowAccess other) {
        boolean meets = target == other.target && from < other.to && other.from < to;
        return meets && doConflict(kind, other.kind);
    }

    /** Whether accesses of these kinds conflict where they meet. */
    static boolean doConflict(int kind, int other) {
        if (kind == other) {
            return kind == PUT;
        }
        boolean sameType = kind >= 0 && other >= 0 && (kind | ANY_OP) == (other | ANY_OP);
        return !sameType || !agreesWithAll(kind) && !agreesWithAll(other);
    }

    private static boolean agreesWithAll(int kind) {
        return (kind & ANY_OP) == ANY_OP;
    }
}
