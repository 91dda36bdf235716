package musubi.collectives.model;

/**
 * Costs of reductions to a root: those of the reverse broadcasts. B includes the time to reduce a
 * byte, since each byte received is reduced once.
 */
final class ReduceCosts {
    private ReduceCosts() {}

    static CostFormula of(String algorithm) {
        return switch (algorithm) {
            case "binomial" -> ReduceCosts::binomial;
            case "linear" -> GatherScatterCosts::gatherLinear;
            case "in-order-binary" -> ReduceCosts::inOrderBinary;
            case "rabenseifner" -> ReduceCosts::rabenseifner;
            case "chain", "pipeline", "two-level", "trinaryx3", "trinaryx6" ->
                    BroadcastCosts.of(algorithm);
            default -> null;
        };
    }

    /** ceil(log2 p) (L + n/B), TRG 4.6. */
    static CallCost binomial(RankLayout where, double n) {
        return CallCost.sequence(where.binomialLevels(), n);
    }

    /** (ceil(log2 p) + k) 2 (L + n/k/B); over links a rank sends one message only. */
    static CallCost inOrderBinary(RankLayout where, double n) {
        return CallCost.pipelined(where.inOrder(), n);
    }

    /**
     * 2 floor(log2 p) L + 2 (p - 1)/p n/B, TRG 4.6; halves are sent to near ranks first, so far
     * messages are short. p no power of two: L + n/B more.
     */
    static CallCost rabenseifner(RankLayout where, double n) {
        double blocks = where.blocks("to root", RoundPatterns::rabenseifnerToRoot);
        double starts = where.exchangeStarts() + where.powers() + AllReduceCosts.extra(where) / 2;
        return CallCost.unsegmented(starts, blocks * n / where.core());
    }
}
