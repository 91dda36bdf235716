package musubi.collectives.model;

import java.util.Map;

/** What scans and exclusive scans cost: p ranks, n bytes. */
final class Scans {
    private Scans() {}

    /** Hillis and Steele, CACM 29(12), 1986; and the chain of ranks. */
    static Map<String, Formula> formulas() {
        return Map.of(
                "recursive-doubling",
                (where, n) -> Cost.uncut(where.doubledStarts(), where.doubled(n, 1)),
                "linear",
                Broadcasts::chain);
    }
}
