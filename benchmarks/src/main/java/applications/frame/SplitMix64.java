package applications.frame;

/**
 * The generator SplitMix64 (Steele, Lea and Flood, OOPSLA 2014) with the seed 0, by index: any rank
 * generates any part of the same sequence.
 */
public final class SplitMix64 {
    private static final long GAMMA = 0x9E37_79B9_7F4A_7C15L;

    private SplitMix64() {}

    /** The number with an index, which may be negative. */
    public static long at(long index) {
        return mix((index + 1) * GAMMA);
    }

    /** The number with an index, in [0, 1). */
    public static double uniform(long index) {
        return (at(index) >>> 11) * 0x1p-53;
    }

    /** A bijection whose result appears random. */
    public static long mix(long number) {
        long mixed = (number ^ number >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D0_49BB_1331_11EBL;
        return mixed ^ mixed >>> 31;
    }
}
