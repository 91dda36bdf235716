package musubi.op;

import musubi.type.MpiType;

/**
 * A reduction operation: {@code inout[i] = in[i] op inout[i]}. Predefined operations are stateless;
 * a user's operation is called by the thread that holds the rank. MPI-4.1 sections 6.9.2 and 6.9.5.
 */
public interface ReductionOp {
    /**
     * Applies the operation to {@code count} items.
     *
     * @param in an array of the type's base type ({@code Object[]} for MPI.OBJECT); only read
     * @param inOffset first element used of {@code in}
     * @param inout second operand and result, an array as {@code in}
     * @param inoutOffset first element used of {@code inout}
     * @param count number of items of the type
     * @throws musubi.error.MpiFailure of class OP when the operation is not defined for the type
     */
    void apply(Object in, int inOffset, Object inout, int inoutOffset, int count, MpiType type);

    /** Whether the operation is defined for items of the type. */
    default boolean isDefinedFor(MpiType type) {
        return true;
    }

    /** Whether operands may be exchanged. */
    boolean isCommutative();

    /** Whether it is a function of the program. */
    default boolean isOfProgram() {
        return false;
    }

    /** The name for messages, for example {@code MPI.SUM}. */
    String name();
}
