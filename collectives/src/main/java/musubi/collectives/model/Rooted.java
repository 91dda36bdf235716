package musubi.collectives.model;

import java.util.Map;

/** What gathers and scatters cost: p ranks, n bytes of a block. */
final class Rooted {
    private Rooted() {}

    static Map<String, Formula> formulas() {
        return Map.of("binomial", Rooted::binomial, "linear", Rooted::linear);
    }

    /** ceil(log2 p) L + (p - 1) n/B. Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005. */
    static Cost binomial(Layout where, double n) {
        return Cost.uncut(where.doublings(), (where.ranks() - 1) * n);
    }

    /** One message after the other at the root: (p - 1) (L + n/B). */
    static Cost linear(Layout where, double n) {
        return Cost.uncut(where.ranks() - 1, (where.ranks() - 1) * n);
    }
}
