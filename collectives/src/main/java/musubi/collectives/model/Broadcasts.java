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

    private Broadcasts() {}

    static Map<String, Formula> formulas() {
        return Map.ofEntries(
                Map.entry("binomial", Broadcasts::binomial),
                Map.entry("linear", Rooted::scatterLinear),
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
        double rounds = where.binomial().hops();
        return Cost.uncut(rounds, rounds * n);
    }

    /** (p - 2 + k) (L + n/k/B); neighbours only. */
    static Cost chain(Layout where, double n) {
        return Cost.cut(Flow.pipeline(Math.max(1, where.ranks() - 1)), n);
    }

    /** (floor(log2 p) + k - 1) 2 (L + n/k/B); all of a level send one and two widths further. */
    static Cost binaryTree(Layout where, double n) {
        return Cost.cut(where.binary(), n);
    }

    /**
     * A half of the message down each half of the tree, then partners exchange n/2; over links that
     * still carry segments of others.
     */
    static Cost splitBinaryTree(Layout where, double n) {
        return binaryTree(where, n / 2).andThen(1, where.linked() ? n : n / 2);
    }

    /** 2 log2 p L + 2 (p - 1)/p n/B, TRG; the exchanges share links. */
    static Cost scatterDoubling(Layout where, double n) {
        Cost exchange = AllGathers.doubling(where, n / where.ranks());
        return scatter(where, n).andThen(exchange.rounds(), exchange.passed());
    }

    /** (ceil(log2 p) + p - 1) L + 2 (p - 1)/p n/B, TRG; the ring has neighbours only. */
    static Cost scatterRing(Layout where, double n) {
        Cost ring = AllGathers.ring(where, n / where.ranks());
        return scatter(where, n).andThen(ring.rounds(), ring.passed());
    }

    private static Cost scatter(Layout where, double n) {
        double blocks = where.binomialBlocks().hops();
        return Cost.uncut(where.binomial().hops(), blocks / where.ranks() * n);
    }

    /** A binomial tree of nodes and one on each node. */
    static Cost twoLevel(Layout where, double n) {
        return Cost.uncut(where.rounds(), where.rounds() * n);
    }

    /**
     * (4): (h - 1 + k) (L + n/(t k)/B) on t trees of height h; k best as in (5), but for its -2.
     */
    static Cost trinary(Layout where, double n, int directions) {
        return Cost.cut(where.disjoint(directions), n / (directions * where.axes()));
    }

    /**
     * (6) without links that are shared: (D - 1 + k) (L + n/k/B), D the sum of ceil(log2 extent).
     * With them a rank that serves many sends its two messages one after the other, and each
     * further segment waits for as many as its busiest link has.
     */
    static Cost gridBinary(Layout where, double n, int parts) {
        return Cost.cut(where.grid(parts), n / parts);
    }
}
