package musubi.collectives.schedule;

import java.util.ArrayList;
import java.util.List;

/**
 * A message cut into stripes, each of which goes a way of its own at the same time, and each stripe
 * into segments. Stripes have whole items and differ by one item at most, so some are empty when
 * there are fewer items than stripes. Immutable.
 *
 * <pre>
 *   8 items, 3 stripes, segments of 2     [0 1] | [2 3] [4] | [5 6] [7]
 * </pre>
 */
public final class Stripes {
    private final List<List<Part>> segments = new ArrayList<>();
    private final Part nothing;
    private int turns;

    /**
     * Cuts a message.
     *
     * @param segmentItems of one segment; 0: stripes are not cut
     */
    public Stripes(Part whole, int stripes, long segmentItems) {
        nothing = whole.slice(0, 0);
        for (int stripe = 0; stripe < stripes; stripe++) {
            List<Part> cut = Segments.of(of(whole, stripes, stripe), segmentItems);
            segments.add(cut);
            turns = Math.max(turns, cut.size());
        }
    }

    /** A stripe of a message. */
    public static Part of(Part whole, int stripes, int stripe) {
        long from = start(whole.count(), stripes, stripe);
        return whole.slice(from, start(whole.count(), stripes, stripe + 1) - from);
    }

    /** As {@code count * stripe / stripes}, without overflow. */
    private static long start(long count, int stripes, int stripe) {
        return count / stripes * stripe + count % stripes * stripe / stripes;
    }

    /** Number of stripes. */
    public int count() {
        return segments.size();
    }

    /** Segments of the longest stripe. */
    public int turns() {
        return turns;
    }

    /** A segment of a stripe; without items when the stripe has no more. */
    public Part segment(int stripe, int turn) {
        List<Part> cut = segments.get(stripe);
        return turn < cut.size() ? cut.get(turn) : nothing;
    }
}
