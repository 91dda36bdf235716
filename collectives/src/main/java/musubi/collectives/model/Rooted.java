package musubi.collectives.model;

import java.util.Map;

/** What gathers and scatters cost: p ranks, n bytes of a block. */
final class Rooted {
    private Rooted() {}

    static Map<String, Formula> gathers() {
        return Map.of("binomial", Rooted::gatherBinomial, "linear", Rooted::gatherLinear);
    }

    static Map<String, Formula> scatters() {
        return Map.of("binomial", Rooted::scatterBinomial, "linear", Rooted::scatterLinear);
    }

    /** ceil(log2 p) L + (p - 1) n/B. Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005. */
    static Cost gatherBinomial(Layout where, double n) {
        return Cost.uncut(where.binomialLevels(), where.binomialBlocks().hops() * n);
    }

    /** The same; messages over different links of a rank do not wait for each other. */
    static Cost scatterBinomial(Layout where, double n) {
        return Cost.uncut(where.binomial().hops(), where.binomialBlocks().hops() * n);
    }

    /** One message after the other at the root, (p - 1) (L + n/B); over links all at once. */
    static Cost gatherLinear(Layout where, double n) {
        double messages = where.toRoot();
        return Cost.uncut(where.linked() ? 1 : messages, messages * n);
    }

    /** One message after the other over each link of the root. */
    static Cost scatterLinear(Layout where, double n) {
        double messages = where.star().hops();
        return Cost.uncut(messages, messages * n);
    }
}
