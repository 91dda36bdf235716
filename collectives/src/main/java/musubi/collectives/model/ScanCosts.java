package musubi.collectives.model;

/** Costs of inclusive and exclusive scans: p ranks, n bytes. */
final class ScanCosts {
    private ScanCosts() {}

    /** Hillis and Steele, CACM 29(12), 1986; and the chain of ranks. */
    static CostFormula of(String algorithm) {
        return switch (algorithm) {
            case "recursive-doubling" -> ScanCosts::doubling;
            case "linear" -> BroadcastCosts::chain;
            default -> null;
        };
    }

    /** ceil(log2 p) (L + n/B); far exchanges share links. */
    static CallCost doubling(RankLayout where, double n) {
        return CallCost.unsegmented(where.rounds(), where.blocks("scan", RoundPatterns::scan) * n);
    }
}
