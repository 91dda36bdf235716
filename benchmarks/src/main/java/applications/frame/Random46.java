package applications.frame;

/**
 * The random numbers of the NAS Parallel Benchmarks (report RNR-94-007, section 2.2): x' = a x mod
 * 2^46, as numbers in (0, 1).
 */
public final class Random46 {
    public static final long A = 1_220_703_125;
    private static final long MASK = (1L << 46) - 1;
    private static final double SCALE = 0x1p-46;

    private long x;

    public Random46(long seed) {
        x = seed;
    }

    /** The seed after a number of steps from another one. */
    public static long skip(long seed, long multiplier, long steps) {
        long power = multiplier;
        long result = seed;
        for (long left = steps; left > 0; left >>= 1) {
            if ((left & 1) != 0) {
                result = result * power & MASK;
            }
            power = power * power & MASK;
        }
        return result;
    }

    /** The next number. */
    public double next() {
        // Overflow does no harm to the lower 46 bits.
        x = x * A & MASK;
        return x * SCALE;
    }
}
