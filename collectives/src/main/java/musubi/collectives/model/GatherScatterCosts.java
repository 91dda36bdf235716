package musubi.collectives.model;

/** Costs of gathers and scatters: p ranks, n bytes of a block. */
final class GatherScatterCosts {
    private GatherScatterCosts() {}

    static CostFormula ofGather(String algorithm) {
        return switch (algorithm) {
            case "binomial" -> GatherScatterCosts::gatherBinomial;
            case "linear" -> GatherScatterCosts::gatherLinear;
            default -> null;
        };
    }

    static CostFormula ofScatter(String algorithm) {
        return switch (algorithm) {
            case "binomial" -> GatherScatterCosts::scatterBinomial;
            case "linear" -> GatherScatterCosts::scatterLinear;
            default -> null;
        };
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
        return CallCost.sequence(where.star().hops(), n);
    }
}
