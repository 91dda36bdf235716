package musubi.collectives.model;

import java.util.Map;

/** Costs of gathers and scatters: p ranks, n bytes of a block. */
final class GatherScatterCosts {
    private GatherScatterCosts() {}

    static Map<String, CostFormula> gathers() {
        return Map.of(
                "binomial",
                GatherScatterCosts::gatherBinomial,
                "linear",
                GatherScatterCosts::gatherLinear);
    }

    static Map<String, CostFormula> scatters() {
        return Map.of(
                "binomial",
                GatherScatterCosts::scatterBinomial,
                "linear",
                GatherScatterCosts::scatterLinear);
    }

    /** ceil(log2 p) L + (p - 1) n/B. Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005. */
    static CallCost gatherBinomial(RankLayout where, double n) {
        return CallCost.unsegmented(where.binomialLevels(), where.binomialBlocks().hops() * n);
    }

    /** The same; messages over different links of a rank are concurrent. */
    static CallCost scatterBinomial(RankLayout where, double n) {
        return CallCost.unsegmented(where.binomial().hops(), where.binomialBlocks().hops() * n);
    }

    /** Messages in sequence at the root, (p - 1) (L + n/B); concurrent over links. */
    static CallCost gatherLinear(RankLayout where, double n) {
        double messages = where.toRoot();
        return CallCost.unsegmented(where.hasLinks() ? 1 : messages, messages * n);
    }

    /** Messages in sequence over each link of the root. */
    static CallCost scatterLinear(RankLayout where, double n) {
        double messages = where.star().hops();
        return CallCost.unsegmented(messages, messages * n);
    }
}
