package musubi.collectives.model;

import musubi.collectives.schedule.Nodes;
import musubi.collectives.schedule.Shape;
import musubi.collectives.schedule.Torus;

/**
 * How ranks lie, and what messages between them share: in a torus links, otherwise the way out of a
 * node with several ranks. Messages go along one dimension after the other, the shorter way round.
 * Immutable.
 *
 * @param ranks how many
 * @param torus in which order algorithms on a torus take them; or null
 * @param linked whether the links of the network are those of the torus
 * @param perNode ranks of a node, which follow each other
 */
public record Layout(int ranks, Torus torus, boolean linked, int perNode) {
    /** What a message within a node costs of one between nodes. */
    private static final double NEAR = 0.2;

    /**
     * That of a communicator; where nodes have different numbers of ranks, of the largest.
     *
     * @param linked whether somebody has said that the network is a torus
     */
    public static Layout of(Shape shape, boolean linked) {
        boolean torus = shape.torus != null;
        return new Layout(shape.size, shape.torus, torus && linked, largest(shape.nodes));
    }

    /** All ranks in a network that is this torus. */
    public static Layout of(Torus torus) {
        return new Layout(torus.size(), torus, true, 1);
    }

    private static int largest(Nodes nodes) {
        int largest = 1;
        for (int node = 0; nodes != null && node < nodes.count(); node++) {
            largest = Math.max(largest, nodes.size(node));
        }
        return largest;
    }

    /** Rounds in which what is known doubles. */
    int doublings() {
        return ceilLog(ranks);
    }

    /** The same, with those within a node as far as they count. */
    double rounds() {
        return isOnNodes() ? ceilLog(nodes()) + nearRounds() : doublings();
    }

    /** Rounds within a node, as far as they count; none when a node has one rank. */
    double nearRounds() {
        return isOnNodes() ? NEAR * ceilLog(perNode) : 0;
    }

    /** Whether messages leave nodes on which there are several ranks. */
    private boolean isOnNodes() {
        return !linked && perNode > 1 && perNode < ranks;
    }

    /** The largest power of two of ranks, as its logarithm. */
    int powers() {
        return floorLog(ranks);
    }

    /** Whether the number of ranks is a power of two. */
    boolean isPowerOfTwo() {
        return Integer.bitCount(ranks) == 1;
    }

    static int ceilLog(int n) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, n) - 1);
    }

    static int floorLog(int n) {
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(Math.max(1, n));
    }

    /** Dimensions with at least two ranks; 1 without a torus. */
    int axes() {
        return torus == null ? 1 : Math.max(1, torus.axes().length);
    }

    /** Nodes of the job. */
    int nodes() {
        return Math.ceilDiv(ranks, perNode);
    }

    /**
     * How many messages share the busiest link when each rank sends one so many ranks further; also
     * when ranks exchange at this distance, as in recursive doubling.
     */
    double shift(int distance) {
        if (!linked) {
            return isOnNodes() ? Math.min(distance, perNode) : 1;
        }
        int[] place = torus.coordinates(distance % ranks);
        int most = 1;
        for (int axis : torus.axes()) {
            most = Math.max(most, Math.min(place[axis], torus.extent(axis) - place[axis]));
        }
        return most;
    }

    /**
     * What goes over the busiest link when ranks exchange at distances 1, 2, 4 ..., a block first
     * and then so many times as much from round to round.
     */
    double doubled(double firstBlock, double growth) {
        double sum = 0;
        double block = firstBlock;
        for (int distance = 1; distance < ranks; distance *= 2) {
            sum += block * shift(distance);
            block *= growth;
        }
        return sum;
    }

    /** The messages of such rounds one after the other. */
    double doubledStarts() {
        return rounds();
    }

    /** Messages one after the other when a power of two of ranks exchange, near ones first. */
    double exchangeStarts() {
        return rounds() - doublings() + powers();
    }

    /** How often a message goes over the busiest link when it is exchanged in such rounds. */
    double exchanged() {
        double sum = 0;
        for (int distance = 1; 2 * distance <= ranks; distance *= 2) {
            sum += shift(distance);
        }
        return sum;
    }

    /** The bytes over the busiest link when near ranks exchange n/2, the next n/4, and so on. */
    double halved(double n) {
        double sum = 0;
        double part = n;
        for (int distance = 1; 2 * distance <= ranks; distance *= 2) {
            part /= 2;
            sum += part * shift(distance);
        }
        return sum;
    }

    /** The messages over the busiest link when each rank sends one to each other, all at once. */
    double allPairs() {
        if (!linked) {
            return isOnNodes() ? (double) perNode * (ranks - perNode) : ranks - 1;
        }
        double most = 0;
        for (int axis : torus.axes()) {
            int extent = torus.extent(axis);
            // Places around a ring go half of them each way; those of a line all meet in its
            // middle.
            double half = extent / 2;
            double pairs = half * (extent - half) / (torus.wraps(axis) ? 2 : 1);
            most = Math.max(most, pairs * ranks / extent);
        }
        return most;
    }

    /** Messages that a rank then sends over its first link one after the other, half each way. */
    double pairStarts() {
        return linked ? (ranks - 1) / 2.0 : ranks - 1;
    }

    /** The sum of (extent - 1), the steps around the rings of all dimensions. */
    int around() {
        int sum = 0;
        for (int axis : torus.axes()) {
            sum += torus.extent(axis) - 1;
        }
        return sum;
    }

    /**
     * Messages one after the other down a binomial tree from rank 0. Around a ring whose number of
     * ranks is no power of two the first one, to the furthest subtree, goes the other way.
     */
    double treeRounds() {
        if (!linked || isPowerOfTwo()) {
            return rounds();
        }
        int below = ranks - Integer.highestOneBit(ranks);
        return Math.max(doublings() - 1, 1 + ceilLog(below));
    }

    /** Blocks one after the other when one for each rank is scattered down such a tree. */
    double treeBlocks() {
        if (!linked || isPowerOfTwo()) {
            return ranks - 1;
        }
        int half = Integer.highestOneBit(ranks);
        return Math.max(half - 1, 2 * (ranks - half) - 1);
    }

    /**
     * Messages one after the other down binary trees along the dimensions; each rank's first one
     * goes to the child that serves more, and the second one waits for it where both share a link.
     */
    double gridHeight() {
        double sum = 0;
        for (int axis : torus.axes()) {
            sum += 1 + served(torus.extent(axis) - 1);
        }
        return sum;
    }

    /** The same for a rank that serves a run of places which begins with its own. */
    private static int served(int places) {
        if (places < 2) {
            return 0;
        }
        int near = (places - 1) / 2;
        int far = places - 1 - near;
        return Math.max(1 + served(far), near == 0 ? 0 : 2 + served(near));
    }

    /**
     * How often the bytes of each segment go over the busiest link of a binary tree along a line,
     * in the longest dimension: up to floor(log2 n), since who serves n places sends two messages
     * over its first link, and one of them goes on over half of the links.
     */
    double gridShare() {
        double most = 1;
        for (int axis : torus.axes()) {
            double edges = Math.log(torus.extent(axis)) / Math.log(2);
            most = Math.max(most, linked ? edges - 0.5 : 2);
        }
        return most;
    }

    /** Whether half way round some ring is as far in both directions. */
    boolean meetsMirrored() {
        for (int axis : torus.axes()) {
            if (linked && torus.wraps(axis) && torus.extent(axis) % 2 == 0) {
                return true;
            }
        }
        return false;
    }
}
