package musubi.type.signature;

/**
 * A composable hash of a sequence of basic types: that of a sequence follows from those of its
 * parts, so 1000 items of {@code DOUBLE} and a vector of 1000 {@code DOUBLE} have the same hash.
 *
 * @param length number of basic types
 * @param hash sum of their numbers, each times a power of an odd number, modulo 2^64
 */
public record SignatureHash(long length, long hash) {
    private static final long BASE = 0x9E37_79B9_7F4A_7C15L;

    /** Hash of the empty sequence. */
    static final SignatureHash EMPTY = new SignatureHash(0, 0);

    /** Hash of one element. */
    public static SignatureHash of(BaseType kind) {
        return of(kind, 1);
    }

    /**
     * Hash of one element.
     *
     * @param width its numbers: 2 for a complex one, which is a basic type of its own
     */
    public static SignatureHash of(BaseType kind, int width) {
        int number = kind.ordinal() + 1 + (width - 1) * BaseType.values().length;
        return new SignatureHash(1, number * 0xBF58_476D_1CE4_E5B9L);
    }

    /** Hash of this sequence followed by the other. */
    public SignatureHash concat(SignatureHash other) {
        return new SignatureHash(length + other.length, hash * power(other.length) + other.hash);
    }

    /** Hash of this sequence {@code count} times. */
    public SignatureHash times(long count) {
        if (count == 1) {
            return this;
        }
        SignatureHash result = EMPTY;
        SignatureHash doubled = this;
        for (long rest = count; rest > 0; rest >>= 1) {
            if ((rest & 1) == 1) {
                result = result.concat(doubled);
            }
            doubled = doubled.concat(doubled);
        }
        return result;
    }

    private static long power(long exponent) {
        long result = 1;
        long square = BASE;
        for (long rest = exponent; rest > 0; rest >>= 1) {
            if ((rest & 1) == 1) {
                result *= square;
            }
            square *= square;
        }
        return result;
    }
}
