package musubi.op;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.type.BaseType;
import musubi.type.Datatype;

/**
 * An operation of the standard. Knows for which types it is defined and hands the arrays to the
 * loops of their type. MPI-4.1 sections 6.9.2 and 6.9.4.
 */
final class PredefinedOp implements Op {
    private final Operator operator;
    private final boolean unsignedBytes;

    PredefinedOp(Operator operator, boolean unsignedBytes) {
        this.operator = operator;
        this.unsignedBytes = unsignedBytes;
    }

    @Override
    public String name() {
        return "MPI." + operator;
    }

    @Override
    public boolean isCommutative() {
        return operator != Operator.REPLACE && operator != Operator.NO_OP;
    }

    @Override
    public boolean isDefinedFor(Datatype type) {
        BaseType base = type.base();
        boolean single = type.elements() == 1;
        return switch (operator.family()) {
            case EXTREMUM -> single && isNumber(base);
            case SUM, PRODUCT -> single && isNumber(base) || isComplex(type);
            case LOGICAL, BITWISE -> single && (isInteger(base) || base == BaseType.BOOLEAN);
            case LOCATION -> isPair(type);
            case ACCUMULATE -> base != BaseType.PACKED;
        };
    }

    private static boolean isInteger(BaseType base) {
        return switch (base) {
            case BYTE, CHAR, SHORT, INT, LONG -> true;
            default -> false;
        };
    }

    private static boolean isNumber(BaseType base) {
        return isInteger(base) || base == BaseType.FLOAT || base == BaseType.DOUBLE;
    }

    private static boolean isComplex(Datatype type) {
        return type == Datatype.FLOAT_COMPLEX || type == Datatype.DOUBLE_COMPLEX;
    }

    private static boolean isPair(Datatype type) {
        return type == Datatype.SHORT2
                || type == Datatype.INT2
                || type == Datatype.LONG2
                || type == Datatype.FLOAT2
                || type == Datatype.DOUBLE2;
    }

    @Override
    public void apply(Object in, int i, Object inout, int j, int count, Datatype type) {
        if (!isDefinedFor(type)) {
            throw new MpiFailure(
                    ErrorClass.OP,
                    "the operation is not defined for the type: op="
                            + name()
                            + " type="
                            + type
                            + "; MPI-4.1 section 6.9.2 says which are");
        }
        switch (operator.family()) {
            case ACCUMULATE -> accumulate(in, i, inout, j, count * type.elements());
            case LOCATION -> applyToPairs(in, i, inout, j, count, type);
            default -> applyToNumbers(in, i, inout, j, count, type);
        }
    }

    private void accumulate(Object in, int i, Object inout, int j, int elements) {
        if (operator == Operator.REPLACE) {
            System.arraycopy(in, i, inout, j, elements);
        }
    }

    private void applyToPairs(Object in, int i, Object inout, int j, int n, Datatype type) {
        Operator o = operator;
        switch (type.base()) {
            case SHORT -> ShortLoops.location(o, (short[]) in, i, (short[]) inout, j, n);
            case INT -> IntLoops.location(o, (int[]) in, i, (int[]) inout, j, n);
            case LONG -> LongLoops.location(o, (long[]) in, i, (long[]) inout, j, n);
            case FLOAT -> FloatLoops.location(o, (float[]) in, i, (float[]) inout, j, n);
            default -> DoubleLoops.location(o, (double[]) in, i, (double[]) inout, j, n);
        }
    }

    private void applyToNumbers(Object in, int i, Object inout, int j, int count, Datatype type) {
        if (operator == Operator.PROD && isComplex(type)) {
            multiplyComplex(in, i, inout, j, count);
            return;
        }
        Operator o = operator;
        int n = count * type.elements();
        switch (type.base()) {
            case BYTE -> applyToBytes((byte[]) in, i, (byte[]) inout, j, n);
            case CHAR -> CharLoops.apply(o, (char[]) in, i, (char[]) inout, j, n);
            case SHORT -> ShortLoops.apply(o, (short[]) in, i, (short[]) inout, j, n);
            case INT -> IntLoops.apply(o, (int[]) in, i, (int[]) inout, j, n);
            case LONG -> LongLoops.apply(o, (long[]) in, i, (long[]) inout, j, n);
            case FLOAT -> FloatLoops.apply(o, (float[]) in, i, (float[]) inout, j, n);
            case DOUBLE -> DoubleLoops.apply(o, (double[]) in, i, (double[]) inout, j, n);
            default -> BooleanLoops.apply(o, (boolean[]) in, i, (boolean[]) inout, j, n);
        }
    }

    private void applyToBytes(byte[] in, int i, byte[] inout, int j, int n) {
        if (unsignedBytes && operator.family() == Operator.Family.EXTREMUM) {
            ByteLoops.extremum(in, i, inout, j, n, operator.flip() ^ Byte.MIN_VALUE);
        } else {
            ByteLoops.apply(operator, in, i, inout, j, n);
        }
    }

    private static void multiplyComplex(Object in, int i, Object inout, int j, int n) {
        if (in instanceof float[] floats) {
            FloatLoops.complexProduct(floats, i, (float[]) inout, j, n);
        } else {
            DoubleLoops.complexProduct((double[]) in, i, (double[]) inout, j, n);
        }
    }
}
