package musubi.type;

import musubi.type.signature.BaseType;
import musubi.type.signature.Signature;
import musubi.type.signature.SignatureHash;

/**
 * The sequence of basic types of a message in 16 bits, for its envelope: the basic type when there
 * is only one, else 15 bits of a hash of the whole sequence. So two sequences of several types that
 * differ are taken for the same one time in 32768. MPI-4.1 section 3.3.1.
 */
public final class TypeCode {
    /** Matches everything: {@code MPI.PACKED}, and messages without data. */
    public static final int ANY = 0;

    private static final int HASH_BITS = 15;
    private static final int MIXED = 1 << HASH_BITS;
    private static final int UNMATCHABLE = -1;
    private static final BaseType[] BASES = BaseType.values();

    private TypeCode() {}

    /** The code of so many items, 0 to 65535. */
    public static int of(MpiType type, long count) {
        Signature signature = type.signature();
        if (count == 0 || signature.bytes() == 0) {
            return ANY;
        }
        BaseType uniform = signature.uniform();
        return uniform == null ? several(signature.fingerprint().times(count)) : of(uniform);
    }

    /**
     * The code that a message of so many bytes has when it is what the first of these items are
     * made of.
     */
    static int ofFirst(long bytes, MpiType type, long count) {
        BaseType uniform = type.signature().uniform();
        if (uniform != null || bytes == 0) {
            return uniform == null ? ANY : of(uniform);
        }
        Signature all = type.signature().times(count);
        if (all.elementsIn(bytes) == Signature.PARTIAL_ELEMENT) {
            return UNMATCHABLE;
        }
        SignatureHash first = all.prefix(bytes);
        for (BaseType base : BASES) {
            if (first.equals(SignatureHash.of(base).times(first.length()))) {
                return of(base);
            }
        }
        return several(first);
    }

    /** Whether a message with this code may be received as these items. */
    public static boolean fits(int sent, long bytes, MpiType type, long count) {
        int here = ofFirst(bytes, type, count);
        return sent == ANY || here == ANY || sent == here;
    }

    private static int of(BaseType base) {
        return base == BaseType.PACKED ? ANY : base.ordinal() + 1;
    }

    private static int several(SignatureHash sequence) {
        return MIXED | (int) (sequence.hash() >>> Long.SIZE - HASH_BITS);
    }

    /** What a code stands for, for example {@code MPI.INT}. */
    public static String nameOf(int code) {
        if ((code & MIXED) != 0) {
            return "other types in a row";
        }
        return code == ANY || code > BASES.length ? "any type" : "MPI." + BASES[code - 1].name();
    }

    /** What items of a type are made of, for example {@code MPI.INT}. */
    public static String nameOf(MpiType type) {
        Signature signature = type.signature();
        BaseType uniform = signature.uniform();
        return uniform == null ? "(" + signature + ")" : nameOf(of(uniform));
    }

    /** What so many items are made of, for example {@code 4 x MPI.INT}. */
    static String describe(Signature signature, long count) {
        BaseType uniform = signature.uniform();
        return uniform == null
                ? count + " x (" + signature + ")"
                : count * signature.bytes() / uniform.bytes() + " x MPI." + uniform;
    }
}
