package musubi.collectives.model;

import java.util.Map;

/** What all-gathers cost: p ranks, n bytes of a block. */
final class AllGathers {
    private AllGathers() {}

    static Map<String, Formula> formulas() {
        return Map.of(
                "bruck",
                AllGathers::bruck,
                "ring",
                AllGathers::ring,
                "recursive-doubling",
                AllGathers::doubling,
                "neighbour-exchange",
                (where, n) -> Cost.uncut(where.ranks() / 2.0, ring(where, n).passed()),
                "torus3d",
                AllGathers::torus);
    }

    /** ceil(log2 p) L + (p - 1) n/B, Bruck et al. 1997; far messages share links. */
    static Cost bruck(Layout where, double n) {
        return Cost.uncut(where.rounds(), where.blocks("bruck", Rounds::bruckGather) * n);
    }

    /** (p - 1) (L + n/B), TRG 4.1; where nobody is next to the last rank, links are shared. */
    static Cost ring(Layout where, double n) {
        double others = where.ranks() - 1;
        return Cost.uncut(others, others * n * where.shift(1));
    }

    /** log2 p L + (p - 1) n/B, TRG 4.1; far exchanges, of many blocks, share links. */
    static Cost doubling(Layout where, double n) {
        return Cost.uncut(where.rounds(), where.blocks("gather", Rounds::doublingGather) * n);
    }

    /**
     * Each of d parts around the rings of all dimensions: p - 1 messages over each link of one
     * direction and (p - 1) n/d/B. Barnett et al., JPDC 1993.
     */
    static Cost torus(Layout where, double n) {
        double others = where.ranks() - 1;
        return Cost.uncut(others, others * n / where.axes() * where.neighbours());
    }
}
