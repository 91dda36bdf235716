package musubi.op;

/**
 * The predefined reduction operations; stateless, shared freely between threads and ranks. MPI-4.1
 * sections 6.9.2 and 6.9.4.
 *
 * <p>{@code MPI.BYTE} is signed here, as in mpiJava; {@link #unsigned} gives the variant of Open
 * MPI's bindings. {@code MPI.CHAR} is always an unsigned 16-bit number. Bitwise operations on
 * {@code MPI.BOOLEAN} are the logical ones.
 */
public final class Reductions {
    public static final Op MAX = op(Operator.MAX);
    public static final Op MIN = op(Operator.MIN);
    public static final Op SUM = op(Operator.SUM);
    public static final Op PROD = op(Operator.PROD);
    public static final Op LAND = op(Operator.LAND);
    public static final Op BAND = op(Operator.BAND);
    public static final Op LOR = op(Operator.LOR);
    public static final Op BOR = op(Operator.BOR);
    public static final Op LXOR = op(Operator.LXOR);
    public static final Op BXOR = op(Operator.BXOR);

    /** The least value and, among equals, the least index; on pairs. */
    public static final Op MINLOC = op(Operator.MINLOC);

    /** The largest value and, among equals, the least index; on pairs. */
    public static final Op MAXLOC = op(Operator.MAXLOC);

    /** The new value stays; for accumulate. MPI-4.1 section 12.3.4. */
    public static final Op REPLACE = op(Operator.REPLACE);

    /** The old value stays; for accumulate. MPI-4.1 section 12.3.4. */
    public static final Op NO_OP = op(Operator.NO_OP);

    private static final Op UNSIGNED_MAX = new PredefinedOp(Operator.MAX, true);
    private static final Op UNSIGNED_MIN = new PredefinedOp(Operator.MIN, true);

    private Reductions() {}

    private static Op op(Operator operator) {
        return new PredefinedOp(operator, false);
    }

    /** The same operation with {@code MPI.BYTE} taken as 0 to 255; a user's one as it is. */
    public static Op unsigned(Op op) {
        if (op == MAX) {
            return UNSIGNED_MAX;
        }
        return op == MIN ? UNSIGNED_MIN : op;
    }
}
