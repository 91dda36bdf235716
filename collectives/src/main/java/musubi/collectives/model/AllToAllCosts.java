package musubi.collectives.model;

/** Costs of all-to-alls: p ranks, n bytes of a block. */
final class AllToAllCosts {
    private AllToAllCosts() {}

    /**
     * Time of the busiest link with gaps between messages, relative to its load; fitted to
     * simulations.
     */
    private static final double IN_ROUNDS = 2;

    private static final double SPREAD = 1.1;

    static CostFormula of(String algorithm) {
        return switch (algorithm) {
            case "pairwise" -> AllToAllCosts::pairwise;
            case "linear" -> AllToAllCosts::linear;
            case "bruck" -> AllToAllCosts::bruck;
            case "two-level" -> AllToAllCosts::twoLevel;
            case "doublespread" -> AllToAllCosts::doublespread;
            default -> null;
        };
    }

    /** (p - 1) (L + n/B), TRG 4.3; few concurrent rounds do not use all links. */
    static CallCost pairwise(RankLayout where, double n) {
        double load = (where.hasLinks() ? IN_ROUNDS : 1) * where.allPairs();
        return CallCost.unsegmented(where.ranks() - 1, load * n);
    }

    /** All at once: the messages of a rank over one link, or of all ranks over the busiest one. */
    static CallCost linear(RankLayout where, double n) {
        return CallCost.burst(where.pairStarts(), where.allPairs(), n);
    }

    /** All at once, in an order that uses all links. US 5,826,033, US 10,430,375. */
    static CallCost doublespread(RankLayout where, double n) {
        double load = (where.hasLinks() ? SPREAD : 1) * where.allPairs();
        return CallCost.burst(where.pairStarts(), load, n);
    }

    /** ceil(log2 p) (L + p/2 n/B). Bruck et al., IEEE TPDS 8(11), 1997. */
    static CallCost bruck(RankLayout where, double n) {
        return CallCost.unsegmented(
                where.rounds(), where.blocks("all", RoundPatterns::bruckAll) * n);
    }

    /** To a leader, between leaders, and back: 2 (L + (m-1) p n/B) + (N-1) (L + m^2 n/B). */
    static CallCost twoLevel(RankLayout where, double n) {
        double m = where.perNode();
        double others = where.nodes() - 1.0;
        return CallCost.unsegmented(
                2 + others, 2 * (m - 1) * where.ranks() * n + others * m * m * n);
    }
}
