package musubi.type;

import musubi.type.signature.BaseType;
import musubi.type.signature.Signature;
import musubi.type.signature.SignatureHash;

/**
 * The type signature of a message in 16 bits, for its envelope: the basic type if there is only
 * one, else 15 bits of the hash of the sequence. Two different mixed signatures collide with a
 * probability of 1/32768. MPI-4.1 section 3.3.1.
 */
public final class TypeCode {
    /** Matches every code: {@code MPI.PACKED} and messages without data. */
    public static final int ANY = 0;

    private static final int HASH_BITS = 15;
    private static final int MIXED = 1 << HASH_BITS;
    private static final int UNMATCHABLE = -1;
    private static final BaseType[] BASES = BaseType.values();

    private TypeCode() {}

    /** The code of items of one primitive type, else {@link #ANY}. */
    static int ofUniform(Signature signature) {
        BaseType uniform = signature.uniform();
        boolean primitive = uniform != null && uniform != BaseType.OBJECT;
        return primitive && signature.bytes() > 0 ? of(uniform) : ANY;
    }

    /** The basic type that a message consists of; null if the code has none or several. */
    public static BaseType baseOf(int code) {
        return code == ANY || code > BASES.length ? null : BASES[code - 1];
    }

    /** The code of {@code count} items, 0 to 65535. */
    public static int of(MpiType type, long count) {
        Signature signature = type.signature();
        if (count == 0 || signature.bytes() == 0) {
            return ANY;
        }
        BaseType uniform = signature.uniform();
        return uniform == null ? several(signature.fingerprint().times(count)) : of(uniform);
    }

    /** The code of a message with the signature of the first bytes of items. */
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

    /** Whether a message with the code {@code sent} may be received as these items. */
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

    /** Description of a code, for example {@code MPI.INT}. */
    public static String nameOf(int code) {
        if ((code & MIXED) != 0) {
            return "mixed types";
        }
        BaseType base = baseOf(code);
        return base == null ? "any type" : "MPI." + base.name();
    }

    /** Description of the signature of a type, for example {@code MPI.INT}. */
    public static String nameOf(MpiType type) {
        Signature signature = type.signature();
        BaseType uniform = signature.uniform();
        return uniform == null ? "(" + signature + ")" : nameOf(of(uniform));
    }

    /** Description of the signature of items, for example {@code 4 x MPI.INT}. */
    static String describe(Signature signature, long count) {
        BaseType uniform = signature.uniform();
        return uniform == null
                ? count + " x (" + signature + ")"
                : count * signature.bytes() / uniform.bytes() + " x MPI." + uniform;
    }
}
