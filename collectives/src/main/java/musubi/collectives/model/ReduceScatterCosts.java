package musubi.collectives.model;

/** Costs of reduce-scatters: p ranks, n bytes of a rank's result. */
final class ReduceScatterCosts {
    static CostFormula of(String algorithm) {
        return switch (algorithm) {
            case "pairwise" -> AllToAllCosts::linear;
            case "recursive-halving" -> ReduceScatterCosts::recursiveHalving;
            case "ring" -> AllGatherCosts::ring;
            default -> null;
        };
    }

    /**
     * floor(log2 p) L + (p - 1) n/B, TRG 4.4, halves to far ranks first; p no power of two: 2 L +
     * (p + 1) n/B more.
     */
    static CallCost recursiveHalving(RankLayout where, double n) {
        double starts = where.exchangeStarts();
        return where.exchanges("scatter", RoundPatterns::halvingScatter, starts, 2, n);
    }
}
