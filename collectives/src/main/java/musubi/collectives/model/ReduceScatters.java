package musubi.collectives.model;

import java.util.Map;

/** What reduce-scatters cost: p ranks, n bytes of the block that a rank gets. */
final class ReduceScatters {
    /** Results that go back to ranks far away, beside an all-to-all of blocks. */
    private static final double UNEVEN = 1.6;

    static Map<String, Formula> formulas() {
        return Map.of(
                "pairwise",
                (where, n) -> Cost.uncut(where.pairStarts(), where.allPairs() * n),
                "recursive-halving",
                ReduceScatters::recursiveHalving,
                "ring",
                (where, n) -> Cost.uncut(where.ranks() - 1, (where.ranks() - 1) * n));
    }

    /**
     * floor(log2 p) L + (p - 1) n/B, TRG 4.4, halves to near ranks first; p no power of two: 2 L +
     * (p + 1) n/B more.
     */
    static Cost recursiveHalving(Layout where, double n) {
        double all = where.ranks() * n;
        double extra = AllReductions.extra(where);
        double far = where.linked() && extra > 0 ? UNEVEN * where.allPairs() * n : 0;
        double bytes = where.halved(all) + extra / 2 * (all + n) + far;
        return Cost.uncut(where.exchangeStarts() + extra, bytes);
    }
}
