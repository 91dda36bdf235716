package musubi.collectives.model;

import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.NodeMap;
import musubi.collectives.topology.Torus;
import musubi.collectives.topology.TorusEmbedding;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Layout of the ranks, and the resources that their messages share: links of a torus, counted by
 * {@link LinkContention}, otherwise the network port of a node. Immutable, except for cached
 * counts.
 */
public final class RankLayout {
    /** Cost of a message within a node relative to one between nodes. */
    private static final double NODE_COST = 0.2;

    private final int ranks;
    private final Torus torus;
    private final int perNode;

    /** The job on the links, and their contention; null if unknown. */
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
     * The layout of a communicator; nodes count as large as the largest one.
     *
     * @param job logical and physical torus of the job; a communicator with another torus has links
     *     of its own. Null: the network is not known to be a torus
     */
    public static RankLayout of(Shape shape, TorusEmbedding job) {
        Torus torus = shape.torus;
        TorusEmbedding laid = null;
        if (job != null && torus != null) {
            laid = torus.equals(job.logical()) ? job : TorusEmbedding.of(torus);
        }
        return new RankLayout(shape.size, torus, largest(shape.nodes), laid);
    }

    /** All ranks of a job on a torus. */
    public static RankLayout of(TorusEmbedding job) {
        return new RankLayout(job.logical().size(), job.logical(), 1, job);
    }

    /** Ranks on a network that is not known to be a torus. */
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
        return nodes == null
                ? 1
                : IntStream.range(0, nodes.count()).map(nodes::size).reduce(1, Math::max);
    }

    /** Rounds that double the known data. */
    int doublings() {
        return ceilLog(ranks);
    }

    /** The same, with rounds within a node at their relative cost. */
    double rounds() {
        return isOnNodes() ? ceilLog(nodes()) + nearRounds() : doublings();
    }

    /** Rounds within a node at their relative cost; 0 for one rank on each. */
    double nearRounds() {
        return isOnNodes() ? NODE_COST * ceilLog(perNode) : 0;
    }

    /** Whether messages leave nodes of several ranks. */
    private boolean isOnNodes() {
        return !hasLinks() && perNode > 1 && perNode < ranks;
    }

    /** Logarithm of the largest power of two of ranks. */
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

    /** Dimensions of extent 2 or more; 1 without a torus. */
    int axes() {
        return torus == null ? 1 : Math.max(1, torus.axes().length);
    }

    /** Nodes of the job. */
    int nodes() {
        return Math.ceilDiv(ranks, perNode);
    }

    /** Messages on the busiest link if each rank sends one to the rank at a distance. */
    double shift(int distance) {
        if (hasLinks()) {
            return links.busiest("shift" + distance, rank -> (rank + distance) % ranks);
        }
        return isOnNodes() ? Math.min(distance, perNode) : 1;
    }

    /**
     * Blocks on the critical path of rounds.
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

    /** Messages on the critical path if a power of two of ranks exchange. */
    double exchangeStarts() {
        return rounds() - doublings() + powers();
    }

    /**
     * Cost of rounds in which a power of two of ranks exchange. With known links the critical paths
     * of long and of short blocks differ, and the longer of both counts.
     *
     * @param name of the rounds
     * @param starts messages of unfolded ranks
     * @param extra further messages with folded ranks
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

    /** Messages on the busiest link if each rank sends one to each other at once. */
    double allPairs() {
        if (!hasLinks()) {
            return isOnNodes() ? (double) perNode * (ranks - perNode) : ranks - 1;
        }
        Torus machine = job.physical();
        double most = 0;
        for (int axis : machine.axes()) {
            int extent = machine.extent(axis);
            // Half of the messages around a ring go each way; those of a line cross its middle.
            double half = extent / 2;
            double pairs = half * (extent - half) / (machine.wraps(axis) ? 2 : 1);
            most = Math.max(most, pairs * ranks / extent);
        }
        return most;
    }

    /** Messages of a rank over one of its links in sequence, in that pattern. */
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
        return Arrays.stream(torus.axes()).map(axis -> torus.extent(axis) - 1).sum();
    }

    /** A message down a binomial tree. */
    TreeFlow binomial() {
        return hasLinks()
                ? links.down("binomial", () -> List.of(SpanningTrees.binomial(ranks)), _ -> 1)
                : TreeFlow.ports(rounds(), rounds());
    }

    /** The same, with a block for each rank of the subtree. */
    TreeFlow binomialBlocks() {
        return hasLinks()
                ? links.down(
                        "blocks",
                        () -> List.of(SpanningTrees.binomial(ranks)),
                        rank -> SpanningTrees.below(ranks, rank))
                : TreeFlow.ports(ranks - 1, ranks - 1);
    }

    /** Levels of a binomial tree in which each rank waits for its children. */
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

    /** Messages on the busiest link if all ranks send to rank 0. */
    double toRoot() {
        return hasLinks() ? links.busiest("root", _ -> 0) : ranks - 1;
    }

    /** A message down a balanced binary tree of ranks. */
    TreeFlow binary() {
        return hasLinks()
                ? links.down("binary", () -> List.of(SpanningTrees.binary(ranks)), _ -> 1)
                : TreeFlow.ports(2 * powers(), 2);
    }

    /** A message up an in-order binary tree. */
    TreeFlow inOrder() {
        return hasLinks()
                ? links.up("in order", () -> List.of(SpanningTrees.inOrder(ranks)))
                : TreeFlow.ports(2.0 * doublings() + 2, 2);
    }

    /** A part of a message down each of one or two trees of binary trees along dimensions. */
    TreeFlow grid(int parts) {
        return hasLinks()
                ? links.down("grid" + parts, () -> SpanningTrees.grid(torus, parts), _ -> 1)
                : TreeFlow.ports(gridHeight(), 2);
    }

    /**
     * A part of a message down each edge-disjoint tree, of height h = the sum of (extent - 1), plus
     * 1 with more than one dimension.
     *
     * @param directions 2 includes the mirror images
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
     * @param shared uses of a link by a segment if both directions of the trees share it
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

    /** Messages on the busiest link if each rank sends to its neighbour in each dimension. */
    double neighbours() {
        return Arrays.stream(torus.axes()).mapToDouble(this::neighbours).reduce(1, Math::max);
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

    /** Messages on the critical path down binary trees along the dimensions. */
    private double gridHeight() {
        return Arrays.stream(torus.axes())
                .map(axis -> 1 + heightBelow(torus.extent(axis) - 1))
                .sum();
    }

    /** The same below the root of a run of places. */
    private static int heightBelow(int places) {
        if (places < 2) {
            return 0;
        }
        int near = (places - 1) / 2;
        int far = places - 1 - near;
        return Math.max(1 + heightBelow(far), near == 0 ? 0 : 2 + heightBelow(near));
    }
}
