package musubi.check;

import musubi.error.CallNotes;
import musubi.op.ReductionOp;
import musubi.type.MpiType;

import java.lang.reflect.Array;

/**
 * An operation of the program, which is noted if it is said to be commutative but has another
 * result with exchanged operands, for which it is called again. MPI-4.1 section 6.9.5.
 */
final class GuardedOperation implements ReductionOp {
    private static final int MOST_COMPARED = 16;
    private static final int MOST_ELEMENTS = 4096;
    private static final double TOLERANCE = 1e-6;

    private final ReductionOp operation;
    private final CallNotes notes;
    private int compared;

    GuardedOperation(ReductionOp operation, CallNotes notes) {
        this.operation = operation;
        this.notes = notes;
    }

    @Override
    public void apply(
            Object in, int inOffset, Object inout, int inoutOffset, int count, MpiType type) {
        boolean compares = isComparable(in) && isComparable(inout) && compared++ < MOST_COMPARED;
        Object left = compares ? copy(in) : null;
        Object right = compares ? copy(inout) : null;
        operation.apply(in, inOffset, inout, inoutOffset, count, type);
        if (compares) {
            operation.apply(right, inoutOffset, left, inOffset, count, type);
            int elements = Math.toIntExact(count * type.extentBytes() / type.base().bytes());
            compare(inout, inoutOffset, left, inOffset, elements);
        }
    }

    private boolean isComparable(Object array) {
        Class<?> component = array.getClass().componentType();
        return operation.isCommutative()
                && component != null
                && component.isPrimitive()
                && component != boolean.class
                && Array.getLength(array) <= MOST_ELEMENTS;
    }

    private static Object copy(Object array) {
        int length = Array.getLength(array);
        Object copy = Array.newInstance(array.getClass().componentType(), length);
        System.arraycopy(array, 0, copy, 0, length);
        return copy;
    }

    private void compare(Object one, int from, Object other, int at, int elements) {
        int there = Math.min(Array.getLength(one) - from, Array.getLength(other) - at);
        for (int i = 0; i < Math.min(elements, there); i++) {
            if (differ(number(one, from + i), number(other, at + i))) {
                notes.add(
                        "reduces with an operation that is said to be commutative, but depends on"
                                + " the order of its operands",
                        "; create it with commute=false");
                return;
            }
        }
    }

    private static double number(Object array, int index) {
        return array instanceof char[] chars ? chars[index] : Array.getDouble(array, index);
    }

    private static boolean differ(double one, double other) {
        double room = TOLERANCE * Math.max(Math.abs(one), Math.abs(other));
        return Math.abs(one - other) > room;
    }

    @Override
    public boolean isDefinedFor(MpiType type) {
        return operation.isDefinedFor(type);
    }

    @Override
    public boolean isCommutative() {
        return operation.isCommutative();
    }

    @Override
    public boolean isOfProgram() {
        return true;
    }

    @Override
    public String name() {
        return operation.name();
    }
}
