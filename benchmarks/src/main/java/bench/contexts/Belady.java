package bench.contexts;

import musubi.connect.FarthestNextUse;

/** The optimal policy for a known trace (Belady 1966). */
final class Belady extends FarthestNextUse {
    private final int[] trace;
    private int at;

    Belady(int[] trace) {
        this.trace = trace;
    }

    /** Sets the position in the trace. */
    void moveTo(int position) {
        at = position;
    }

    @Override
    public void used(int context, long now) {
        // Uses follow from the trace.
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
