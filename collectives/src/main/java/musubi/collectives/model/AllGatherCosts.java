package musubi.collectives.model;

/** Costs of all-gathers: p ranks, n bytes of a block. */
final class AllGatherCosts {
    private AllGatherCosts() {}

    static CostFormula of(String algorithm) {
        return switch (algorithm) {
            case "bruck" -> AllGatherCosts::bruck;
            case "ring" -> AllGatherCosts::ring;
            case "recursive-doubling" -> AllGatherCosts::doubling;
            case "neighbour-exchange" -> AllGatherCosts::neighbourExchange;
            case "torus3d" -> AllGatherCosts::torus;
            default -> null;
        };
    }

    /** ceil(log2 p) L + (p - 1) n/B, Bruck et al. 1997; far messages share links. */
    static CallCost bruck(RankLayout where, double n) {
        return CallCost.unsegmented(
                where.rounds(), where.blocks("bruck", RoundPatterns::bruckGather) * n);
    }

    /** (p - 1) (L + n/B), TRG 4.1; links are shared if ranks p - 1 and 0 are no neighbours. */
    static CallCost ring(RankLayout where, double n) {
        double others = where.ranks() - 1;
        return CallCost.unsegmented(others, others * n * where.shift(1));
    }

    private static CallCost neighbourExchange(RankLayout where, double n) {
        return CallCost.unsegmented(where.ranks() / 2.0, ring(where, n).bytesOnBusiestLink());
    }

    /** log2 p L + (p - 1) n/B, TRG 4.1; far exchanges, of many blocks, share links. */
    static CallCost doubling(RankLayout where, double n) {
        return CallCost.unsegmented(
                where.rounds(), where.blocks("gather", RoundPatterns::doublingGather) * n);
    }

    /**
     * Each of d parts around the rings of all dimensions: p - 1 messages over each link of one
     * direction and (p - 1) n/d/B. Barnett et al., JPDC 1993.
     */
    static CallCost torus(RankLayout where, double n) {
        double others = where.ranks() - 1;
        return CallCost.unsegmented(others, others * n / where.axes() * where.neighbours());
    }
}
