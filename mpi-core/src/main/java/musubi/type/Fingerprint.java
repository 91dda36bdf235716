package musubi.type;

/**
 * A hash of a sequence of basic types that can be put together: the one of a sequence follows from
 * those of its parts, so {@code 1000} items of {@code DOUBLE} and a vector of 1000 of them have the
 * same.
 *
 * @param kinds how many basic types
 * @param hash sum of their numbers, each times a power of an odd number, modulo 2^64
 */
public record Fingerprint(long kinds, long hash) {
    private static final long BASE = 0x9E37_79B9_7F4A_7C15L;

    /** Of no basic type. */
    static final Fingerprint NOTHING = new Fingerprint(0, 0);

    static Fingerprint of(BaseType kind) {
        return new Fingerprint(1, (kind.ordinal() + 1) * 0xBF58_476D_1CE4_E5B9L);
    }

    /** Of this sequence and then the other one. */
    public Fingerprint then(Fingerprint other) {
        return new Fingerprint(kinds + other.kinds, hash * power(other.kinds) + other.hash);
    }

    /** Of this sequence so many times. */
    public Fingerprint times(long count) {
        Fingerprint result = NOTHING;
        Fingerprint doubled = this;
        for (long rest = count; rest > 0; rest >>= 1) {
            if ((rest & 1) == 1) {
                result = result.then(doubled);
            }
            doubled = doubled.then(doubled);
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
