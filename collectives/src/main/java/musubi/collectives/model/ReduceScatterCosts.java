package musubi.collectives.model;

import java.util.Map;

/** Costs of reduce-scatters: p ranks, n bytes of a rank's result. */
final class ReduceScatterCosts {
    static Map<String, CostFormula> formulas() {
        return Map.of(
                "pairwise",
                AllToAllCosts::linear,
                "recursive-halving",
                ReduceScatterCosts::recursiveHalving,
                "ring",
                AllGatherCosts::ring);
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
