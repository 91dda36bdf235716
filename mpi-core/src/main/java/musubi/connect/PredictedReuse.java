package musubi.connect;

import musubi.memory.Accounted;
import musubi.memory.Component;

import java.util.Arrays;

/**
 * Predicts the next use of a context from its last {@value #GAPS} gaps, the times between uses.
 * They outlive the context, so a peer that comes round every so often is known by the second time.
 *
 * <ul>
 *   <li>Gaps that repeat, singly or in a pattern of two or three, go on repeating.
 *   <li>Of other gaps the shortest counts: peers are used in bursts.
 *   <li>A context that is overdue, or was used once only, waits for as long as it has waited.
 * </ul>
 *
 * <p>The last rule makes it least recently used where nothing repeats. 24 bytes for each peer.
 */
@Accounted(Component.SWITCHING)
public final class PredictedReuse extends FarthestNextUse {
    private static final int GAPS = 4;
    private static final int LONGEST_PATTERN = 3;
    private static final int FIRST_CAPACITY = 16;

    /** Gaps are alike, and a use is not overdue, when they differ by less than an 8th. */
    private static final int TOLERANCE_SHIFT = 3;

    private long[] lastUse = new long[0];

    /** The latest gaps of each context, newest first; 0 for none. */
    private int[] gaps = new int[0];

    public PredictedReuse() {}

    @Override
    public void used(int context, long now) {
        if (context >= lastUse.length) {
            grow(context);
        }
        int at = context * GAPS;
        if (lastUse[context] > 0) {
            System.arraycopy(gaps, at, gaps, at + 1, GAPS - 1);
            gaps[at] = (int) Math.min(now - lastUse[context], Integer.MAX_VALUE);
        }
        lastUse[context] = now;
    }

    private void grow(int context) {
        int capacity = Math.max(FIRST_CAPACITY, 2 * (context + 1));
        lastUse = Arrays.copyOf(lastUse, capacity);
        gaps = Arrays.copyOf(gaps, capacity * GAPS);
    }

    @Override
    protected long expectedWait(int context, long now) {
        long age = now - lastUse[context];
        int gap = nextGap(context * GAPS);
        if (gap == 0 || age > (long) gap + tolerance(gap)) {
            return age;
        }
        return Math.max(0, gap - age);
    }

    private static int tolerance(int gap) {
        return (gap >> TOLERANCE_SHIFT) + 1;
    }

    /** The gap that is expected next; 0 when there was none yet. */
    private int nextGap(int at) {
        for (int period = 1; period <= LONGEST_PATTERN; period++) {
            if (repeats(at, period)) {
                return gaps[at + period - 1];
            }
        }
        int shortest = gaps[at];
        for (int i = at + 1; i < at + GAPS && gaps[i] > 0; i++) {
            shortest = Math.min(shortest, gaps[i]);
        }
        return shortest;
    }

    private boolean repeats(int at, int period) {
        for (int i = at; i + period < at + GAPS; i++) {
            int before = gaps[i + period];
            if (before == 0 || Math.abs(gaps[i] - before) > tolerance(before)) {
                return false;
            }
        }
        return true;
    }
}
