package musubi.connect;

import java.util.function.IntPredicate;

/**
 * Evicts the context whose next use is expected latest (Belady 1966). Of many contexts it looks at
 * {@value #SAMPLE} only, so the cost of a choice is constant: on average 1 in 65 of the others
 * would have been better.
 */
public abstract class FarthestNextUse implements EvictionPolicy {
    private static final int SAMPLE = 64;
    private static final long SEED = 0x9e37_79b9_7f4a_7c15L;

    private long state = SEED;

    protected FarthestNextUse() {}

    /** How long the next use of an open context is away, in the unit of time; a guess. */
    protected abstract long expectedWait(int context, long now);

    @Override
    public final int choose(int[] open, int count, IntPredicate isIdle, long now) {
        int place = longest(open, count, isIdle, now);
        for (int i = 0; place < 0 && i < count; i++) {
            place = isIdle.test(open[i]) ? i : -1;
        }
        return place >= 0 ? place : longest(open, count, _ -> true, now);
    }

    /** The one with the longest wait among those looked at that pass; negative when none does. */
    private int longest(int[] open, int count, IntPredicate passes, long now) {
        int looks = Math.min(count, SAMPLE);
        int best = -1;
        long bestWait = -1;
        for (int i = 0; i < looks; i++) {
            int place = count <= SAMPLE ? i : randomBelow(count);
            if (passes.test(open[place])) {
                long wait = expectedWait(open[place], now);
                if (wait > bestWait) {
                    best = place;
                    bestWait = wait;
                }
            }
        }
        return best;
    }

    /** Xorshift (Marsaglia 2003): repeatable, and without state that is shared. */
    private int randomBelow(int bound) {
        state ^= state << 13;
        state ^= state >>> 7;
        state ^= state << 17;
        return (int) ((state >>> 33) * bound >>> 31);
    }
}
