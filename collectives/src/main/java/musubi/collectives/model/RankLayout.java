package musubi.collectives.model;

import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.NodeMap;
import musubi.collectives.topology.Torus;
import musubi.collectives.topology.TorusEmbedding;

import java.util.List;
import java.util.function.IntFunction;

/**
 * How ranks lie, and what messages between them share: in a torus links, which are counted ({@link
 * LinkContention}), otherwise the way out of a node with several ranks. Immutable, but for what it
 * remembers to have counted.
 */
public final class RankLayout {
    /** What a message within a node costs of one between nodes. */
    private static final double NEAR = 0.2;

    private final int ranks;
    private final Torus torus;
    private final int perNode;

    /** How the job lies on the links, and what they carry; null when nobody has said it. */
    private final TorusEmbedding job;

    private final LinkContention links;

    private RankLayout(int ranks, Torus torus, int perNode, TorusEmbedding job) {
        this.ranks = ranks;
        this.torus = torus;
        this.perNode = perNode;
        this.job = job;
        links = job == null ? null : new LinkContention(job);
    }

    /**
     * That of a communicator; where nodes have different numbers of ranks, of the largest.
     *
     * @param job the torus of the job and the links under it; a communicator with another torus has
     *     its own links. Null: nobody has said that the network is a torus
     */
    public static RankLayout of(Shape shape, TorusEmbedding job) {
        Torus torus = shape.torus;
        TorusEmbedding laid = null;
        if (job != null && torus != null) {
            laid = torus.equals(job.logical()) ? job : TorusEmbedding.of(torus);
        }
        return new RankLayout(shape.size, torus, largest(shape.nodes), laid);
    }

    /** All ranks of a job in a network that is a torus. */
    public static RankLayout of(TorusEmbedding job) {
        return new RankLayout(job.logical().size(), job.logical(), 1, job);
    }

    /** Ranks of which nobody has said that their network is a torus. */
    static RankLayout withoutLinks(int ranks, int perNode) {
        return new RankLayout(ranks, null, perNode, null);
    }

    int ranks() {
        return ranks;
    }

    boolean hasLinks() {
        return links != null;
    }

    int perNode() {
        return perNode;
    }

    private static int largest(NodeMap nodes) {
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
        return !hasLinks() && perNode > 1 && perNode < ranks;
    }

    /** The largest power of two of ranks, as its logarithm. */
    int powers() {
        return floorLog(ranks);
    }

    /** The largest power of two of ranks. */
    int core() {
        return Integer.highestOneBit(ranks);
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

    /** How many messages share the busiest link when each rank sends one so many ranks further. */
    double shift(int distance) {
        if (hasLinks()) {
            return links.busiest("shift" + distance, rank -> (rank + distance) % ranks);
        }
        return isOnNodes() ? Math.min(distance, perNode) : 1;
    }

    /**
     * The blocks one after the other when ranks send in rounds.
     *
     * @param name of the rounds
     */
    double blocks(String name, IntFunction<List<Round>> rounds) {
        if (hasLinks()) {
            return links.ofLongBlocks(name, () -> rounds.apply(ranks)).blocks();
        }
        return rounds.apply(ranks).stream()
                .mapToDouble(round -> round.blocks() * shift(round.distance()))
                .sum();
    }

    /** The messages one after the other when a power of two of ranks exchange. */
    double exchangeStarts() {
        return rounds() - doublings() + powers();
    }

    /**
     * What rounds cost in which a power of two of ranks exchange. Over links the longest way is
     * another one for long blocks than for short ones, and what counts is the longer of both.
     *
     * @param name of the rounds
     * @param starts messages of ranks that stand for nobody
     * @param extra further messages of the others, when there are such
     * @param block bytes
     */
    CallCost exchanges(
            String name,
            IntFunction<List<Round>> rounds,
            double starts,
            double extra,
            double block) {
        if (!hasLinks()) {
            double all = starts + (isPowerOfTwo() ? 0 : extra);
            return CallCost.unsegmented(all, blocks(name, rounds) * block);
        }
        LinkContention.CriticalPath longOnes = links.ofLongBlocks(name, () -> rounds.apply(ranks));
        LinkContention.CriticalPath shortOnes =
                links.ofShortBlocks(name, () -> rounds.apply(ranks));
        return CallCost.unsegmented(longOnes.starts(), longOnes.blocks() * block)
                .atLeast(CallCost.unsegmented(shortOnes.starts(), shortOnes.blocks() * block));
    }

    /** The messages over the busiest link when each rank sends one to each other, all at once. */
    double allPairs() {
        if (!hasLinks()) {
            return isOnNodes() ? (double) perNode * (ranks - perNode) : ranks - 1;
        }
        Torus machine = job.physical();
        double most = 0;
        for (int axis : machine.axes()) {
            int extent = machine.extent(axis);
            // Places around a ring go half of them each way; those of a line all meet in its
            // middle.
            double half = extent / 2;
            double pairs = half * (extent - half) / (machine.wraps(axis) ? 2 : 1);
            most = Math.max(most, pairs * ranks / extent);
        }
        return most;
    }

    /** Messages that a rank then sends over one of its links, one after the other. */
    double pairStarts() {
        if (!hasLinks()) {
            return ranks - 1;
        }
        Torus machine = job.physical();
        int first = machine.axes()[0];
        int extent = machine.extent(first);
        int oneWay = machine.wraps(first) ? extent / 2 : extent - 1;
        return (double) ranks / extent * oneWay;
    }

    /** The sum of (extent - 1), the steps around the rings of all dimensions. */
    int stepsAroundRings() {
        int sum = 0;
        for (int axis : torus.axes()) {
            sum += torus.extent(axis) - 1;
        }
        return sum;
    }

    /** A message down a binomial tree. */
    TreeFlow binomial() {
        return hasLinks()
                ? links.down("binomial", () -> List.of(SpanningTrees.binomial(ranks)), _ -> 1)
                : TreeFlow.ports(rounds(), rounds());
    }

    /** The same, with a block for each rank below. */
    TreeFlow binomialBlocks() {
        return hasLinks()
                ? links.down(
                        "blocks",
                        () -> List.of(SpanningTrees.binomial(ranks)),
                        rank -> SpanningTrees.below(ranks, rank))
                : TreeFlow.ports(ranks - 1, ranks - 1);
    }

    /** Levels of a binomial tree, in which a rank sends when it has what those below send. */
    double binomialLevels() {
        return hasLinks()
                ? links.up("up binomial", () -> List.of(SpanningTrees.binomial(ranks))).hops()
                : rounds();
    }

    /** A message from rank 0 to each other. */
    TreeFlow star() {
        return hasLinks()
                ? links.down("star", () -> List.of(SpanningTrees.star(ranks)), _ -> 1)
                : TreeFlow.ports(ranks - 1, ranks - 1);
    }

    /** The messages over the busiest link when all send to rank 0. */
    double toRoot() {
        return hasLinks() ? links.busiest("root", _ -> 0) : ranks - 1;
    }

    /** A message down a balanced binary tree of ranks. */
    TreeFlow binary() {
        return hasLinks()
                ? links.down("binary", () -> List.of(SpanningTrees.binary(ranks)), _ -> 1)
                : TreeFlow.ports(2 * powers(), 2);
    }

    /** A message up a binary tree in which ranks below come from both sides. */
    TreeFlow inOrder() {
        return hasLinks()
                ? links.up("in order", () -> List.of(SpanningTrees.inOrder(ranks)))
                : TreeFlow.ports(2.0 * doublings() + 2, 2);
    }

    /** A part of a message down each of one or two grids of binary trees. */
    TreeFlow grid(int parts) {
        return hasLinks()
                ? links.down("grid" + parts, () -> SpanningTrees.grid(torus, parts), _ -> 1)
                : TreeFlow.ports(gridHeight(), 2);
    }

    /**
     * A part of a message down each disjoint tree of the torus, of height h = the sum of (extent -
     * 1), with more than one dimension 1 more.
     *
     * @param directions 2: also the mirror images
     */
    TreeFlow disjoint(int directions) {
        if (hasLinks() && !job.isIdentity()) {
            return links.down(
                    "disjoint" + directions,
                    () -> SpanningTrees.disjoint(torus, directions),
                    _ -> 1);
        }
        return TreeFlow.pipeline(stepsAroundRings() + (axes() > 1 ? 1 : 0));
    }

    /**
     * Up each disjoint tree and down.
     *
     * @param shared how often a segment is on a link of a torus, when both directions use it
     */
    TreeFlow disjointBothWays(int directions, double shared) {
        boolean isTorus = torus.hasNoEdges();
        if (!hasLinks() || job.isIdentity() && isTorus) {
            double each = directions == 1 ? 1 : shared;
            return new TreeFlow(2 * disjoint(directions).hops(), each, each);
        }
        TreeFlow both =
                links.upAndDown(
                        "both" + directions, () -> SpanningTrees.disjoint(torus, directions));
        double part = directions == 1 ? 1 : shared / 2;
        return new TreeFlow(both.hops(), part * both.starts(), part * both.load());
    }

    /**
     * The messages over the busiest link when each rank sends to its neighbour in all dimensions.
     */
    double neighbours() {
        double most = 0;
        for (int axis : torus.axes()) {
            most = Math.max(most, neighbours(axis));
        }
        return Math.max(1, most);
    }

    private double neighbours(int axis) {
        if (!hasLinks() || job.isIdentity()) {
            return 1;
        }
        return links.busiest("axis" + axis, rank -> after(rank, axis));
    }

    private int after(int rank, int axis) {
        int[] place = torus.coordinates(rank);
        place[axis]++;
        return torus.rankAt(place);
    }

    /** Messages one after the other down binary trees along the dimensions, one at a time. */
    private double gridHeight() {
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
}
