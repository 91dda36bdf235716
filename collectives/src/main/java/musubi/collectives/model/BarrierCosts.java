package musubi.collectives.model;

import java.util.Map;

/** Costs of barriers on p ranks: messages on the critical path. */
final class BarrierCosts {
    private BarrierCosts() {}

    static Map<String, CostFormula> formulas() {
        return Map.of(
                "dissemination",
                (where, n) -> CallCost.unsegmented(where.rounds(), 0),
                "recursive-doubling",
                (where, n) ->
                        CallCost.unsegmented(
                                where.exchangeStarts() + AllReduceCosts.extra(where), 0),
                "tree",
                (where, n) ->
                        CallCost.unsegmented(where.binomialLevels() + where.binomial().hops(), 0),
                "linear",
                (where, n) -> AllReduceCosts.linear(where, 0));
    }
}
