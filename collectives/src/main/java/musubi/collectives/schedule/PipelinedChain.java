package musubi.collectives.schedule;

/** A chain with a default segment size. */
public abstract class PipelinedChain implements Planner {
    /** Latency in bytes, α / β. */
    private static final long LATENCY_BYTES = 8 << 10;

    private static final long LEAST = 4 << 10;
    private static final long MOST = 256 << 10;

    private final Planner chain;

    public PipelinedChain(Planner chain) {
        this.chain = chain;
    }

    @Override
    public final long segmentBytes(Shape shape) {
        return segment(shape.size - 2, shape.count * shape.itemBytes);
    }

    @Override
    public final void plan(Shape shape, ScheduleBuilder builder) {
        chain.plan(shape, builder);
    }

    /**
     * The power of two nearest to the optimum sqrt(n α / (h β)), within limits.
     *
     * @param hops h, messages until the last rank has the first segment
     * @param bytes n
     */
    private static long segment(int hops, long bytes) {
        double best = Math.sqrt((double) bytes * LATENCY_BYTES / Math.max(1, hops));
        long power = Long.highestOneBit(Math.max(1, Math.round(best * Math.sqrt(2))));
        long segment = Math.clamp(power, LEAST, MOST);
        return segment < bytes ? segment : 0;
    }
}
