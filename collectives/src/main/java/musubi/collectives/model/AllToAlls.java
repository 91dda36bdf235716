package musubi.collectives.model;

import java.util.Map;

/** What all-to-alls cost: p ranks, n bytes of a block. */
final class AllToAlls {
    private AllToAlls() {}

    /** Times as long as the busiest link needs, since a message waits for all links of its way. */
    private static final double IN_ROUNDS = 1.9;

    private static final double ALL_AT_ONCE = 4.2;

    static Map<String, Formula> formulas() {
        return Map.of(
                "pairwise",
                AllToAlls::pairwise,
                "linear",
                (where, n) -> pairs(where, n, ALL_AT_ONCE),
                "bruck",
                AllToAlls::bruck,
                "two-level",
                AllToAlls::twoLevel,
                "doublespread",
                AllToAlls::doublespread);
    }

    /** (p - 1) (L + n/B), TRG 4.3; in a round all send over the same distance. */
    static Cost pairwise(Layout where, double n) {
        double waits = where.linked() ? IN_ROUNDS : 1;
        return Cost.uncut(waits * where.shiftStarts(), waits * where.allShifts() * n);
    }

    private static Cost pairs(Layout where, double n, double waiting) {
        double waits = where.linked() ? waiting : 1;
        return Cost.uncut(waits * where.pairStarts(), waits * where.allPairs() * n);
    }

    /** (p - 1)/(2 d) L, and all links of d dimensions are busy. US 5,826,033, US 10,430,375. */
    static Cost doublespread(Layout where, double n) {
        if (where.linked()) {
            return pairs(where, n, 2 + where.axes() / 3.0);
        }
        return Cost.uncut((where.ranks() - 1) / (2.0 * where.axes()), where.allPairs() * n);
    }

    /** ceil(log2 p) (L + p/2 n/B). Bruck et al., IEEE TPDS 8(11), 1997. */
    static Cost bruck(Layout where, double n) {
        double halves = where.doubled(where.ranks() / 2.0, 1);
        return Cost.uncut(where.doubledStarts(), halves * n);
    }

    /** To a leader, between leaders, and back: 2 (L + (m-1) p n/B) + (N-1) (L + m^2 n/B). */
    static Cost twoLevel(Layout where, double n) {
        double m = where.perNode();
        double others = where.nodes() - 1.0;
        return Cost.uncut(2 + others, 2 * (m - 1) * where.ranks() * n + others * m * m * n);
    }
}
