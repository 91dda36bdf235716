package musubi.rma.memory;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.op.ReductionOp;
import musubi.op.Reductions;
import musubi.type.MpiType;
import musubi.type.signature.BaseType;
import musubi.type.signature.Signature;

import java.util.List;

/**
 * What an accumulate does with each item of the target: a predefined operation on items of a
 * predefined type. MPI-4.1 section 12.3.4.
 *
 * @param type predefined
 */
public record Update(MpiType type, ReductionOp op) {
    private static final int TYPE_SHIFT = 8;
    private static final int OP_MASK = (1 << TYPE_SHIFT) - 1;

    private static final List<MpiType> TYPES =
            List.of(
                    MpiType.BYTE,
                    MpiType.CHAR,
                    MpiType.SHORT,
                    MpiType.BOOLEAN,
                    MpiType.INT,
                    MpiType.LONG,
                    MpiType.FLOAT,
                    MpiType.DOUBLE,
                    MpiType.SHORT2,
                    MpiType.INT2,
                    MpiType.LONG2,
                    MpiType.FLOAT2,
                    MpiType.DOUBLE2,
                    MpiType.FLOAT_COMPLEX,
                    MpiType.DOUBLE_COMPLEX,
                    MpiType.SHORT_INT,
                    MpiType.LONG_INT,
                    MpiType.FLOAT_INT,
                    MpiType.DOUBLE_INT);

    private static final List<ReductionOp> OPS =
            List.of(
                    Reductions.MAX,
                    Reductions.MIN,
                    Reductions.SUM,
                    Reductions.PROD,
                    Reductions.LAND,
                    Reductions.BAND,
                    Reductions.LOR,
                    Reductions.BOR,
                    Reductions.LXOR,
                    Reductions.BXOR,
                    Reductions.MINLOC,
                    Reductions.MAXLOC,
                    Reductions.REPLACE,
                    Reductions.NO_OP,
                    Reductions.unsigned(Reductions.MAX),
                    Reductions.unsigned(Reductions.MIN));

    /**
     * The update of items of a type, which may be derived from one predefined type.
     *
     * @throws MpiFailure of class OP or TYPE when there is none
     */
    public static Update of(MpiType type, ReductionOp op) {
        MpiType basic = type.isPredefined() ? type : basicOf(type);
        if (!OPS.contains(op)) {
            throw new MpiFailure(ErrorClass.OP, "an accumulate takes predefined operations only")
                    .with("op", op.name())
                    .advice("get, compute and put under an exclusive lock instead");
        }
        if (basic == null || !TYPES.contains(basic)) {
            throw new MpiFailure(
                            ErrorClass.TYPE,
                            "the items of an accumulate are of one predefined type")
                    .with("type", type)
                    .advice("use a type that is derived from one numeric type");
        }
        if (!op.isDefinedFor(basic)) {
            throw new MpiFailure(ErrorClass.OP, "the operation is not defined for the type")
                    .with("op", op.name(), "type", basic)
                    .advice("see MPI-4.1 section 6.9.2");
        }
        return new Update(basic, op);
    }

    /** The predefined type that items consist of, or null. */
    private static MpiType basicOf(MpiType type) {
        Signature signature = type.signature();
        BaseType base = signature.uniform();
        if (base == null || base == BaseType.OBJECT) {
            return null;
        }
        return switch (signature.width()) {
            case 1 -> MpiType.of(base);
            case 2 -> base == BaseType.FLOAT ? MpiType.FLOAT_COMPLEX : MpiType.DOUBLE_COMPLEX;
            default -> null;
        };
    }

    /** Its number, the same on all ranks. */
    public int code() {
        return TYPES.indexOf(type) << TYPE_SHIFT | OPS.indexOf(op);
    }

    /** The update of a number. */
    public static Update of(int code) {
        return new Update(TYPES.get(code >> TYPE_SHIFT), OPS.get(code & OP_MASK));
    }

    /** Bytes of an item in memory, gaps included. */
    public int itemBytes() {
        return (int) type.extentBytes();
    }
}
