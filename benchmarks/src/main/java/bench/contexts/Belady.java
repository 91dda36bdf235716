package bench.contexts;

import musubi.connect.FarthestNextUse;

/** Knows the trace: no policy misses less often (Belady 1966). */
final class Belady extends FarthestNextUse {
    private final int[] trace;
    private int at;

    Belady(int[] trace) {
        this.trace = trace;
    }

    /** The trace is at this use. */
    void moveTo(int position) {
        at = position;
    }

    @Override
    public void used(int context, long now) {
        // The trace says it all.
    }

    @Override
    protected long expectedWait(int context, long now) {
        int next = at + 1;
        while (next < trace.length && trace[next] != context) {
            next++;
        }
        return next - at;
    }
}
