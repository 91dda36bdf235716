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

    /** Added to the code of a basic type for complex numbers of it. */
    private static final int COMPLEX = 16;

    /** Several basic types, in the envelope of a sender that does not check types. */
    static final int SEVERAL = COMPLEX;

    /** The codes from here on, up to those of several basic types, mean nothing here. */
    public static final int FIRST_UNUSED = 2 * COMPLEX;

    private static final int HASH_BITS = 15;

    /** The codes of several basic types begin here. */
    public static final int MIXED = 1 << HASH_BITS;

    private static final int UNMATCHABLE = -1;
    private static final BaseType[] BASES = BaseType.values();

    private TypeCode() {}

    /**
     * The code of items, whatever their count: of those of several basic types {@link #SEVERAL}; of
     * objects and those without data {@link #ANY}.
     */
    static int ofItems(Signature signature) {
        BaseType uniform = signature.uniform();
        if (uniform == BaseType.OBJECT || signature.bytes() == 0) {
            return ANY;
        }
        return signature.width() == 0 ? SEVERAL : of(uniform, signature.width());
    }

    /** The basic type that a message consists of; null if the code has none or several. */
    public static BaseType baseOf(int code) {
        int base = code & COMPLEX - 1;
        return base == 0 || code >= FIRST_UNUSED ? null : BASES[base - 1];
    }

    /** The code of {@code count} items, 0 to 65535. */
    public static int of(MpiType type, long count) {
        Signature signature = type.signature();
        if (count == 0 || signature.bytes() == 0) {
            return ANY;
        }
        return signature.width() == 0
                ? several(signature.fingerprint().times(count))
                : of(signature.uniform(), signature.width());
    }

    /** The code of a message with the signature of the first bytes of items. */
    static int ofFirst(long bytes, MpiType type, long count) {
        Signature item = type.signature();
        if (item.width() > 0 || bytes == 0) {
            return item.width() == 0 ? ANY : of(item.uniform(), item.width());
        }
        Signature all = item.times(count);
        if (all.elementsIn(bytes) == Signature.PARTIAL_ELEMENT) {
            return UNMATCHABLE;
        }
        SignatureHash first = all.prefix(bytes);
        return of(first);
    }

    /** Whether a number is a code. */
    public static boolean isCode(int number) {
        return number < FIRST_UNUSED || number >= MIXED;
    }

    /** Whether a message with the code {@code sent} may be received as these items. */
    public static boolean fits(int sent, long bytes, MpiType type, long count) {
        int here = ofFirst(bytes, type, count);
        if (sent == SEVERAL) {
            return here == ANY || (here & MIXED) != 0;
        }
        return sent == ANY || here == ANY || sent == here;
    }

    /** The code of a sequence of basic types that is not empty. */
    static int of(SignatureHash sequence) {
        for (BaseType base : BASES) {
            for (int width = 1; width <= 2; width++) {
                if (sequence.equals(SignatureHash.of(base, width).times(sequence.length()))) {
                    return of(base, width);
                }
            }
        }
        return several(sequence);
    }

    private static int of(BaseType base) {
        return of(base, 1);
    }

    private static int of(BaseType base, int width) {
        return base == BaseType.PACKED ? ANY : base.ordinal() + 1 + (width - 1) * COMPLEX;
    }

    private static int several(SignatureHash sequence) {
        return MIXED | (int) (sequence.hash() >>> Long.SIZE - HASH_BITS);
    }

    /** Description of a code, for example {@code MPI.INT}. */
    public static String nameOf(int code) {
        if ((code & MIXED) != 0 || code == SEVERAL) {
            return "mixed types";
        }
        BaseType base = baseOf(code);
        return base == null ? "any type" : Signature.nameOf(base, 1 + code / COMPLEX);
    }

    /** Description of the signature of a type, for example {@code MPI.INT}. */
    public static String nameOf(MpiType type) {
        Signature signature = type.signature();
        return signature.width() == 0
                ? "(" + signature + ")"
                : Signature.nameOf(signature.uniform(), signature.width());
    }

    /** Description of the signature of items, for example {@code 4 x MPI.INT}. */
    static String describe(Signature signature, long count) {
        return signature.width() == 0
                ? count + " x (" + signature + ")"
                : count * signature.elements()
                        + " x "
                        + Signature.nameOf(signature.uniform(), signature.width());
    }
}
