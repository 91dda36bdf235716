package musubi.collectives.model;

/** Costs of barriers on p ranks: messages on the critical path. */
final class BarrierCosts {
    private BarrierCosts() {}

    static CostFormula of(String algorithm) {
        return switch (algorithm) {
            case "dissemination" -> (where, _) -> CallCost.sequence(where.rounds(), 0);
            case "recursive-doubling" -> BarrierCosts::recursiveDoubling;
            case "tree" -> (where, _) -> AllReduceCosts.reduceBroadcast(where, 0);
            case "linear" -> (where, _) -> AllReduceCosts.linear(where, 0);
            default -> null;
        };
    }

    private static CallCost recursiveDoubling(RankLayout where, double n) {
        return CallCost.sequence(where.exchangeStarts() + AllReduceCosts.extra(where), 0);
    }
}
