package musubi.collectives.model;

import java.util.Map;

/** What scans and exclusive scans cost: p ranks, n bytes. */
final class Scans {
    private Scans() {}

    /** Hillis and Steele, CACM 29(12), 1986; and the chain of ranks. */
    static Map<String, Formula> formulas() {
        return Map.of("recursive-doubling", Scans::doubling, "linear", Broadcasts::chain);
    }

    /** ceil(log2 p) (L + n/B); far exchanges share links. */
    static Cost doubling(Layout where, double n) {
        return Cost.uncut(where.rounds(), where.blocks("scan", Rounds::scan) * n);
    }
}
