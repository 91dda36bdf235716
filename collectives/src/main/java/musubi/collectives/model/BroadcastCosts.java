package musubi.collectives.model;

/**
 * Costs of broadcasts: p ranks, n bytes, k segments; (4) to (7) are the equations of the study of
 * collectives on Fugaku, TRG Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005; both extended by
 * contention of messages that share links.
 */
final class BroadcastCosts {
    private BroadcastCosts() {}

    static CostFormula of(String algorithm) {
        return switch (algorithm) {
            case "binomial" -> BroadcastCosts::binomial;
            case "linear" -> GatherScatterCosts::scatterLinear;
            case "chain", "pipeline" -> BroadcastCosts::chain;
            case "binary-tree" -> BroadcastCosts::binaryTree;
            case "split-binary-tree" -> BroadcastCosts::splitBinaryTree;
            case "scatter-doubling" -> BroadcastCosts::scatterDoubling;
            case "scatter-allgather" -> BroadcastCosts::scatterRing;
            case "two-level" -> BroadcastCosts::twoLevel;
            case "trinaryx3" -> (where, n) -> trinary(where, n, 1);
            case "trinaryx6" -> (where, n) -> trinary(where, n, 2);
            case "bintree3d" -> (where, n) -> gridBinary(where, n, 1);
            case "bintree6d" -> (where, n) -> gridBinary(where, n, 2);
            default -> null;
        };
    }

    /** ceil(log2 p) (L + n/B), TRG; concurrent messages do not contend. Segments do not help. */
    static CallCost binomial(RankLayout where, double n) {
        return CallCost.sequence(where.binomial().hops(), n);
    }

    /** (p - 2 + k) (L + n/k/B); neighbours only. */
    static CallCost chain(RankLayout where, double n) {
        return CallCost.pipelined(TreeFlow.pipeline(Math.max(1, where.ranks() - 1)), n);
    }

    /** (floor(log2 p) + k - 1) 2 (L + n/k/B); ranks of a level send over one and two widths. */
    static CallCost binaryTree(RankLayout where, double n) {
        return CallCost.pipelined(where.binary(), n);
    }

    /**
     * Half of the message down each half of the tree, then an exchange of n/2 between partners,
     * over links that still carry other segments.
     */
    static CallCost splitBinaryTree(RankLayout where, double n) {
        CallCost exchange = CallCost.unsegmented(1, where.hasLinks() ? n : n / 2);
        return binaryTree(where, n / 2).andThen(exchange);
    }

    /** 2 log2 p L + 2 (p - 1)/p n/B, TRG; the exchanges share links. */
    static CallCost scatterDoubling(RankLayout where, double n) {
        return scatter(where, n).andThen(AllGatherCosts.doubling(where, n / where.ranks()));
    }

    /** (ceil(log2 p) + p - 1) L + 2 (p - 1)/p n/B, TRG; the ring has neighbours only. */
    static CallCost scatterRing(RankLayout where, double n) {
        return scatter(where, n).andThen(AllGatherCosts.ring(where, n / where.ranks()));
    }

    private static CallCost scatter(RankLayout where, double n) {
        double blocks = where.binomialBlocks().hops();
        return CallCost.unsegmented(where.binomial().hops(), blocks / where.ranks() * n);
    }

    /** A binomial tree of nodes and one on each node. */
    static CallCost twoLevel(RankLayout where, double n) {
        return CallCost.sequence(where.rounds(), n);
    }

    /**
     * (4): (h - 1 + k) (L + n/(t k)/B) on t trees of height h; k best as in (5), but for its -2.
     */
    static CallCost trinary(RankLayout where, double n, int directions) {
        return CallCost.pipelined(where.disjoint(directions), n / (directions * where.axes()));
    }

    /**
     * (6) without contention: (D - 1 + k) (L + n/k/B), D the sum of ceil(log2 extent). With
     * contention a rank sends its two messages in sequence, and each further segment waits for the
     * load of the busiest link.
     */
    static CallCost gridBinary(RankLayout where, double n, int parts) {
        return CallCost.pipelined(where.grid(parts), n / parts);
    }
}
