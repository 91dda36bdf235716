package musubi.collectives.model;

import java.util.Map;

/** What all-to-alls cost: p ranks, n bytes of a block. */
final class AllToAlls {
    private AllToAlls() {}

    /** What gaps between messages add to the time that the busiest link needs. */
    private static final double IN_ROUNDS = 2;

    private static final double SPREAD = 1.1;

    static Map<String, Formula> formulas() {
        return Map.of(
                "pairwise",
                AllToAlls::pairwise,
                "linear",
                AllToAlls::linear,
                "bruck",
                AllToAlls::bruck,
                "two-level",
                AllToAlls::twoLevel,
                "doublespread",
                AllToAlls::doublespread);
    }

    /** (p - 1) (L + n/B), TRG 4.3; a few rounds at once do not fill all links. */
    static Cost pairwise(Layout where, double n) {
        double load = (where.linked() ? IN_ROUNDS : 1) * where.allPairs();
        return Cost.uncut(where.ranks() - 1, load * n);
    }

    /** All at once: messages of a rank over one link, or those of all over the busiest one. */
    static Cost linear(Layout where, double n) {
        return Cost.burst(where.pairStarts(), where.allPairs(), n);
    }

    /** As all at once, in an order that fills all links. US 5,826,033, US 10,430,375. */
    static Cost doublespread(Layout where, double n) {
        double load = (where.linked() ? SPREAD : 1) * where.allPairs();
        return Cost.burst(where.pairStarts(), load, n);
    }

    /** ceil(log2 p) (L + p/2 n/B). Bruck et al., IEEE TPDS 8(11), 1997. */
    static Cost bruck(Layout where, double n) {
        return Cost.uncut(where.rounds(), where.blocks("all", Rounds::bruckAll) * n);
    }

    /** To a leader, between leaders, and back: 2 (L + (m-1) p n/B) + (N-1) (L + m^2 n/B). */
    static Cost twoLevel(Layout where, double n) {
        double m = where.perNode();
        double others = where.nodes() - 1.0;
        return Cost.uncut(2 + others, 2 * (m - 1) * where.ranks() * n + others * m * m * n);
    }
}
