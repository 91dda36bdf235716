package musubi.collectives.model;

import java.util.Map;

/** Costs of all-reduces: p ranks, n bytes; B includes the time to reduce a byte. */
final class AllReduceCosts {
    /**
     * Slowdown of segments on links that both directions of the trees share, fitted to simulations.
     */
    private static final double BOTH_WAYS = 1.75;

    private AllReduceCosts() {}

    static Map<String, CostFormula> formulas() {
        return Map.of(
                "recursive-doubling",
                AllReduceCosts::recursiveDoubling,
                "linear",
                AllReduceCosts::linear,
                "reduce-broadcast",
                AllReduceCosts::reduceBroadcast,
                "rabenseifner",
                AllReduceCosts::rabenseifner,
                "ring",
                AllReduceCosts::ring,
                "two-level",
                AllReduceCosts::twoLevel,
                "trinaryx3",
                (where, n) -> trinary(where, n, 1),
                "trinaryx6",
                (where, n) -> trinary(where, n, 2));
    }

    /** Messages of folded ranks, before and after. */
    static double extra(RankLayout where) {
        return where.isPowerOfTwo() ? 0 : 2;
    }

    /** To rank 0 and back. */
    static CallCost linear(RankLayout where, double n) {
        CallCost down = GatherScatterCosts.scatterLinear(where, n);
        return GatherScatterCosts.gatherLinear(where, n)
                .andThen(down.rounds(), down.bytesOnBusiestLink());
    }

    /** Up a binomial tree and down. */
    static CallCost reduceBroadcast(RankLayout where, double n) {
        double rounds = where.binomialLevels() + where.binomial().hops();
        return CallCost.unsegmented(rounds, rounds * n);
    }

    /** floor(log2 p) (L + n/B), TRG 4.5; far exchanges share links. Else 2 (L + n/B) more. */
    static CallCost recursiveDoubling(RankLayout where, double n) {
        return where.exchanges(
                "reduce", RoundPatterns::doublingReduce, where.exchangeStarts(), 2, n);
    }

    /** 2 floor(log2 p) L + 2 (p - 1)/p n/B, TRG 4.5; halves go near, short parts far. */
    static CallCost rabenseifner(RankLayout where, double n) {
        double starts = 2 * where.exchangeStarts();
        double block = n / where.core();
        return where.exchanges("rabenseifner", RoundPatterns::rabenseifner, starts, 2, block);
    }

    /** 2 (p - 1) (L + n/p/B). Patarasuk and Yuan, JPDC 69(2), 2009; neighbours only. */
    static CallCost ring(RankLayout where, double n) {
        double rounds = 2.0 * (where.ranks() - 1);
        return CallCost.unsegmented(rounds, rounds * n / where.ranks() * where.shift(1));
    }

    /** Up and down on each node, and an exchange among the nodes. */
    static CallCost twoLevel(RankLayout where, double n) {
        double rounds = where.rounds() + where.nearRounds();
        return CallCost.unsegmented(rounds, rounds * n);
    }

    /**
     * Up the trees and down: (2 h - 1 + k) (L + n/(t k)/B). Trees of both directions share links,
     * so most segments contend.
     */
    static CallCost trinary(RankLayout where, double n, int directions) {
        TreeFlow flow = where.disjointBothWays(directions, BOTH_WAYS);
        return CallCost.pipelined(flow, n / (directions * where.axes()));
    }
}
