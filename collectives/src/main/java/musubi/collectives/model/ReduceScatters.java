package musubi.collectives.model;

import java.util.Map;

/** What reduce-scatters cost: p ranks, n bytes of the block that a rank gets. */
final class ReduceScatters {
    /** How much longer it takes when halves of blocks have to go back to ranks far away. */
    private static final double UNEVEN = 3.5;

    private ReduceScatters() {}

    static Map<String, Formula> formulas() {
        return Map.of(
                "pairwise",
                (where, n) -> Cost.uncut(where.shiftStarts(), where.allShifts() * n),
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
        double waits = where.linked() && extra > 0 ? UNEVEN : 1;
        double starts = waits * (where.exchangeStarts() + extra);
        return Cost.uncut(starts, waits * (where.halved(all) + extra / 2 * (all + n)));
    }
}
