package musubi.collectives.model;

import java.util.Map;

/**
 * What broadcasts cost. p ranks, n bytes, k segments; (4) to (7) are the equations of the study of
 * collectives on Fugaku, TRG Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005; both without what
 * messages that share links take longer, which is ours.
 */
final class Broadcasts {
    private static final int TREES_X3 = 1;
    private static final int TREES_X6 = 2;

    /**
     * What links have more of when there are two mirrored trees: the longest messages of both go
     * half way round, which is as far in either direction, so they go the same way.
     */
    private static final double MIRRORED = 1.4;

    private Broadcasts() {}

    static Map<String, Formula> formulas() {
        return Map.ofEntries(
                Map.entry("binomial", Broadcasts::binomial),
                Map.entry("linear", Rooted::linear),
                Map.entry("chain", Broadcasts::chain),
                Map.entry("pipeline", Broadcasts::chain),
                Map.entry("binary-tree", Broadcasts::binaryTree),
                Map.entry("split-binary-tree", Broadcasts::splitBinaryTree),
                Map.entry("scatter-doubling", Broadcasts::scatterDoubling),
                Map.entry("scatter-allgather", Broadcasts::scatterRing),
                Map.entry("two-level", Broadcasts::twoLevel),
                Map.entry("trinaryx3", (where, n) -> trinary(where, n, TREES_X3)),
                Map.entry("trinaryx6", (where, n) -> trinary(where, n, TREES_X6)),
                Map.entry("bintree3d", (where, n) -> gridBinary(where, n, 1)),
                Map.entry("bintree6d", (where, n) -> gridBinary(where, n, 2)));
    }

    /** ceil(log2 p) (L + n/B), TRG; ranks that send at once lie apart. Segments do not help. */
    static Cost binomial(Layout where, double n) {
        return Cost.uncut(where.treeRounds(), n * where.treeRounds());
    }

    /** (p - 2 + k) (L + n/k/B); neighbours only. */
    static Cost chain(Layout where, double n) {
        return Cost.pipeline(Math.max(0, where.ranks() - 2), n);
    }

    /** (floor(log2 p) + k - 1) 2 (L + n/k/B); all of a level send one and two widths further. */
    static Cost binaryTree(Layout where, double n) {
        double load = treeLoad(where);
        double spread = 2 * Math.max(0, where.powers() - 1);
        return new Cost(spread, spread, 2, load, n, true);
    }

    /** Messages over the busiest link of a tree whose places of a level follow each other. */
    private static double treeLoad(Layout where) {
        double load = 2;
        for (int width = 1; where.linked() && 2 * width < where.ranks(); width *= 2) {
            double shared = where.shift(width) + where.shift(2 * width);
            load = Math.max(load, Math.min(shared, 2.0 * width));
        }
        return load;
    }

    /** A half of the message down each half of the tree, then partners exchange: n/2. */
    static Cost splitBinaryTree(Layout where, double n) {
        Cost tree = binaryTree(where, n / 2);
        return new Cost(
                tree.hops() + 1, tree.spread(), tree.starts(), tree.load() + 1, n / 2, true);
    }

    /** 2 log2 p L + 2 (p - 1)/p n/B, TRG; the exchanges share links. */
    static Cost scatterDoubling(Layout where, double n) {
        double block = n / where.ranks();
        double bytes = block * (where.ranks() - 1) + where.doubled(block, 2);
        return Cost.uncut(where.treeRounds() + where.doubledStarts(), bytes);
    }

    /** (ceil(log2 p) + p - 1) L + 2 (p - 1)/p n/B, TRG; the ring has neighbours only. */
    static Cost scatterRing(Layout where, double n) {
        double others = where.ranks() - 1;
        double blocks = where.treeBlocks() + others;
        return Cost.uncut(where.treeRounds() + others, blocks / where.ranks() * n);
    }

    /** A binomial tree of nodes and one on each node. */
    static Cost twoLevel(Layout where, double n) {
        return Cost.uncut(where.rounds(), where.rounds() * n);
    }

    /**
     * (4): (h - 1 + k) (L + n/(t k)/B) on t trees of height h = the sum of (extent - 1), with more
     * than one dimension 1 more; k best as in (5), but for its -2.
     */
    static Cost trinary(Layout where, double n, int directions) {
        int axes = where.axes();
        int height = where.around() + (axes > 1 ? 1 : 0);
        return Cost.pipeline(Math.max(0, height - 1), n / (directions * axes));
    }

    /**
     * (6) without links that are shared: (D - 1 + k) (L + n/k/B), D the sum of ceil(log2 extent).
     * With them a rank that serves many sends its two messages one after the other, and each
     * further segment waits for as many as its busiest link has.
     */
    static Cost gridBinary(Layout where, double n, int parts) {
        double share = where.gridShare();
        double load = parts > 1 && where.meetsMirrored() ? share + MIRRORED : share;
        double height = where.gridHeight();
        return new Cost(height - 1, height - load, 1, load, n / parts, true);
    }
}
