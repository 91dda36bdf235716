package musubi.collectives.model;

import java.util.Map;

/** What all-gathers cost: p ranks, n bytes of a block. */
final class AllGathers {
    private AllGathers() {}

    static Map<String, Formula> formulas() {
        return Map.of(
                "bruck",
                AllGathers::doubling,
                "ring",
                (where, n) -> Cost.uncut(where.ranks() - 1, (where.ranks() - 1) * n),
                "recursive-doubling",
                AllGathers::doubling,
                "neighbour-exchange",
                (where, n) -> Cost.uncut(where.ranks() / 2.0, (where.ranks() - 1) * n),
                "torus3d",
                AllGathers::torus);
    }

    /** ceil(log2 p) L + (p - 1) n/B, TRG 4.1; far exchanges, of many blocks, share links. */
    static Cost doubling(Layout where, double n) {
        return Cost.uncut(where.doubledStarts(), where.doubled(n, 2));
    }

    /**
     * Each of d parts around the rings of all dimensions: p - 1 messages over each link of one
     * direction and (p - 1) n/d/B. Barnett et al., JPDC 1993.
     */
    static Cost torus(Layout where, double n) {
        double others = where.ranks() - 1;
        return Cost.uncut(others, others * n / where.axes());
    }
}
