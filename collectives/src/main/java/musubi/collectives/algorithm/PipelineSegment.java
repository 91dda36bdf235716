package musubi.collectives.algorithm;

/** The segment of a pipeline when nobody has said one. */
final class PipelineSegment {
    /** What a message costs beside its bytes, in bytes: α / β. */
    private static final long LATENCY_BYTES = 8 << 10;

    private static final long LEAST = 4 << 10;
    private static final long MOST = 256 << 10;

    private PipelineSegment() {}

    /**
     * The power of two next to the best one, sqrt(n α / (h β)), within limits.
     *
     * @param hops forwards until the last rank has the first segment
     * @param bytes n
     */
    static long bytes(int hops, long bytes) {
        double best = Math.sqrt((double) bytes * LATENCY_BYTES / Math.max(1, hops));
        long power = Long.highestOneBit(Math.max(1, Math.round(best * Math.sqrt(2))));
        long segment = Math.clamp(power, LEAST, MOST);
        return segment < bytes ? segment : 0;
    }
}
