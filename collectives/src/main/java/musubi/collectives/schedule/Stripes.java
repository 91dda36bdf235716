package musubi.collectives.schedule;

import java.util.ArrayList;
import java.util.List;

/**
 * A message divided into stripes, which travel concurrently along different trees, and each stripe
 * into segments. Stripes begin at multiples of 16 bytes, the longest predefined type, so that ranks
 * that describe the same bytes by different types agree. They differ by 16 bytes at most, so
 * stripes of a short message may be empty. Immutable.
 *
 * <pre>
 *   8 items of 16 bytes, 3 stripes, segments of 2     [0 1] | [2 3] [4] | [5 6] [7]
 * </pre>
 */
public final class Stripes {
    private static final int ALIGNMENT = 16;

    private final List<List<Part>> segments = new ArrayList<>();
    private final Part nothing;
    private int turns;

    /**
     * Divides a message.
     *
     * @param itemBytes of one item
     * @param segmentItems of one segment; 0: one segment for each stripe
     */
    public Stripes(Part whole, int itemBytes, int stripes, long segmentItems) {
        nothing = whole.slice(0, 0);
        for (int stripe = 0; stripe < stripes; stripe++) {
            List<Part> cut = Segments.of(of(whole, itemBytes, stripes, stripe), segmentItems);
            segments.add(cut);
            turns = Math.max(turns, cut.size());
        }
    }

    /** A stripe of a message. */
    public static Part of(Part whole, int itemBytes, int stripes, int stripe) {
        long unit = Math.max(1, ALIGNMENT / Math.max(1, itemBytes));
        long units = Math.ceilDiv(whole.count(), unit);
        long from = Math.min(unit * start(units, stripes, stripe), whole.count());
        long to = Math.min(unit * start(units, stripes, stripe + 1), whole.count());
        return whole.slice(from, to - from);
    }

    /** As {@code units * stripe / stripes}, without overflow. */
    private static long start(long units, int stripes, int stripe) {
        return units / stripes * stripe + units % stripes * stripe / stripes;
    }

    /** Number of stripes. */
    public int count() {
        return segments.size();
    }

    /** Number of segments of the longest stripe. */
    public int turns() {
        return turns;
    }

    /** A segment of a stripe; empty after its last one. */
    public Part segment(int stripe, int turn) {
        List<Part> cut = segments.get(stripe);
        return turn < cut.size() ? cut.get(turn) : nothing;
    }
}
