package musubi.pt2pt.matching;

/** Hashing of the match bits (context, source, tag). */
final class MatchBits {
    private static final long MIX_1 = 0x9E3779B97F4A7C15L;
    private static final long MIX_2 = 0xC2B2AE3D27D4EB4FL;

    private MatchBits() {}

    static int hash(int contextId, int source, int tag) {
        long bits = ((long) source << 32 | tag & 0xffffffffL) * MIX_1 + contextId * MIX_2;
        return (int) (bits >>> 40);
    }
}
