package musubi.collectives.model;

import java.util.Map;

/** Costs of inclusive and exclusive scans: p ranks, n bytes. */
final class ScanCosts {
    private ScanCosts() {}

    /** Hillis and Steele, CACM 29(12), 1986; and the chain of ranks. */
    static Map<String, CostFormula> formulas() {
        return Map.of("recursive-doubling", ScanCosts::doubling, "linear", BroadcastCosts::chain);
    }

    /** ceil(log2 p) (L + n/B); far exchanges share links. */
    static CallCost doubling(RankLayout where, double n) {
        return CallCost.unsegmented(where.rounds(), where.blocks("scan", RoundPatterns::scan) * n);
    }
}
