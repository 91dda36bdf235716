package musubi.op;

/**
 * The predefined reduction operations; stateless, shared between threads and ranks. MPI-4.1
 * sections 6.9.2 and 6.9.4.
 *
 * <p>{@code MPI.BYTE} is signed here, as in mpiJava; {@link #unsigned} gives the variant of Open
 * MPI's bindings. {@code MPI.CHAR} is always an unsigned 16-bit number. Bitwise operations on
 * {@code MPI.BOOLEAN} are the logical ones.
 */
public final class Reductions {
    public static final ReductionOp MAX = op(Operator.MAX);
    public static final ReductionOp MIN = op(Operator.MIN);
    public static final ReductionOp SUM = op(Operator.SUM);
    public static final ReductionOp PROD = op(Operator.PROD);
    public static final ReductionOp LAND = op(Operator.LAND);
    public static final ReductionOp BAND = op(Operator.BAND);
    public static final ReductionOp LOR = op(Operator.LOR);
    public static final ReductionOp BOR = op(Operator.BOR);
    public static final ReductionOp LXOR = op(Operator.LXOR);
    public static final ReductionOp BXOR = op(Operator.BXOR);

    /** The least value and, among equals, the least index; on pairs. */
    public static final ReductionOp MINLOC = op(Operator.MINLOC);

    /** The largest value and, among equals, the least index; on pairs. */
    public static final ReductionOp MAXLOC = op(Operator.MAXLOC);

    /** Keeps the new value; for accumulate. MPI-4.1 section 12.3.4. */
    public static final ReductionOp REPLACE = op(Operator.REPLACE);

    /** Keeps the old value; for accumulate. MPI-4.1 section 12.3.4. */
    public static final ReductionOp NO_OP = op(Operator.NO_OP);

    private static final ReductionOp UNSIGNED_MAX = new PredefinedOp(Operator.MAX, true);
    private static final ReductionOp UNSIGNED_MIN = new PredefinedOp(Operator.MIN, true);

    private Reductions() {}

    private static ReductionOp op(Operator operator) {
        return new PredefinedOp(operator, false);
    }

    /** The variant with {@code MPI.BYTE} as 0 to 255; a user's operation is returned as it is. */
    public static ReductionOp unsigned(ReductionOp op) {
        if (op == MAX) {
            return UNSIGNED_MAX;
        }
        return op == MIN ? UNSIGNED_MIN : op;
    }
}
