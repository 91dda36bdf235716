package musubi.collectives.model;

import java.util.Map;

/** What reduce-scatters cost: p ranks, n bytes of the block that a rank gets. */
final class ReduceScatters {
    static Map<String, Formula> formulas() {
        return Map.of(
                "pairwise",
                AllToAlls::linear,
                "recursive-halving",
                ReduceScatters::recursiveHalving,
                "ring",
                AllGathers::ring);
    }

    /**
     * floor(log2 p) L + (p - 1) n/B, TRG 4.4, halves to far ranks first; p no power of two: 2 L +
     * (p + 1) n/B more.
     */
    static Cost recursiveHalving(Layout where, double n) {
        double starts = where.exchangeStarts();
        return where.exchanges("scatter", Rounds::halvingScatter, starts, 2, n);
    }
}
