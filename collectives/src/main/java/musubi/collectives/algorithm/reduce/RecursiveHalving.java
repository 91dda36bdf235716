package musubi.collectives.algorithm.reduce;

import musubi.collectives.schedule.FoldedRanks;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * Reduce-scatter by recursive halving among the largest power of two of ranks, with the inverse
 * all-gather and gather: the components of Rabenseifner's algorithms. If the number of ranks is no
 * power of two, the even ones of the first 2 (p - 2^k) ranks are folded: they send their operand to
 * their neighbour.
 *
 * <p>Near ranks exchange first, so each partial result covers contiguous ranks, and operands stay
 * in order.
 *
 * <pre>
 *   p = 4, blocks   0: 0 1 2 3 | 0&lt;-&gt;1: 0 1   2 3 | 0&lt;-&gt;2: 0   1
 *                   1: 0 1 2 3 |        2 3   0 1 | 1&lt;-&gt;3: 2   3
 * </pre>
 */
public final class RecursiveHalving {
    private final Shape shape;
    private final ScheduleBuilder builder;
    private final FoldedRanks ranks;
    private final int core;
    private final Part work;
    private Part arrival;

    /** This rank's place among those that exchange; undefined if it {@link #isFolded}. */
    private final int me;

    /** The range of this rank's blocks, without its end. */
    private int from;

    private int to;

    /**
     * The steps for a shape.
     *
     * @param work buffer for all items
     */
    public RecursiveHalving(Shape shape, ScheduleBuilder builder, Part work) {
        this.shape = shape;
        this.builder = builder;
        this.work = work;
        ranks = new FoldedRanks(shape.size);
        core = ranks.core();
        me = ranks.place(shape.rank);
        to = core;
    }

    /** Whether this rank only sends its operand to its neighbour. */
    public boolean isFolded() {
        return ranks.isFolded(shape.rank);
    }

    private Part blocks(int first, int last) {
        long at = work.count() * first / core;
        return work.slice(at, work.count() * last / core - at);
    }

    /** Leaves a part of the result at each rank; not for folded ranks. */
    public void reduceScatter() {
        builder.copy(shape.contribution(), work);
        if (shape.size > 1) {
            arrival = builder.temporary(work.count());
        }
        if (ranks.isPaired(shape.rank)) {
            builder.recv(shape.rank - 1, arrival);
            builder.reduce(arrival, work);
        }
        for (int mask = 1; mask < core; mask <<= 1) {
            int middle = (from + to) / 2;
            boolean isLower = (me & mask) == 0;
            int peer = ranks.peer(shape.rank, mask);
            builder.send(peer, isLower ? blocks(middle, to) : blocks(from, middle));
            from = isLower ? from : middle;
            to = isLower ? middle : to;
            receive(peer, blocks(from, to));
        }
    }

    private void receive(int peer, Part kept) {
        Part arrived = arrival.slice(kept.offset() - work.offset(), kept.count());
        builder.recv(peer, arrived);
        if (shape.commutative || peer < shape.rank) {
            builder.reduce(arrived, kept);
        } else {
            builder.reduce(kept, arrived);
            builder.copy(arrived, kept);
        }
    }

    /** Distributes all blocks to all ranks, including folded ones. */
    public void allGather() {
        for (int mask = core >> 1; mask > 0; mask >>= 1) {
            int peer = ranks.peer(shape.rank, mask);
            int other = sibling(mask);
            builder.send(peer, blocks(from, to));
            builder.recv(peer, blocks(other, other + to - from));
            join(other);
        }
        if (ranks.isPaired(shape.rank)) {
            builder.send(shape.rank - 1, work);
        }
    }

    /** Collects all blocks at one rank. */
    void gather(int root) {
        int place = ranks.place(root);
        for (int mask = core >> 1; mask > 0; mask >>= 1) {
            int peer = ranks.peer(shape.rank, mask);
            if (((me ^ place) & mask) != 0) {
                builder.send(peer, blocks(from, to));
                return;
            }
            int other = sibling(mask);
            builder.recv(peer, blocks(other, other + to - from));
            join(other);
        }
        if (ranks.rankOf(place) != root) {
            builder.send(root, work);
        }
    }

    /** First block of the partner of a round. */
    private int sibling(int mask) {
        return (me & mask) == 0 ? to : 2 * from - to;
    }

    private void join(int other) {
        to = Math.max(to, other + to - from);
        from = Math.min(from, other);
    }
}
