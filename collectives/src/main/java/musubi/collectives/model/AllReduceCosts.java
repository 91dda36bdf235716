package musubi.collectives.model;

/** Costs of all-reduces: p ranks, n bytes; B includes the time to reduce a byte. */
final class AllReduceCosts {
    /**
     * Slowdown of segments on links that both directions of the trees share, fitted to simulations.
     */
    private static final double BOTH_WAYS = 1.75;

    private AllReduceCosts() {}

    static CostFormula of(String algorithm) {
        return switch (algorithm) {
            case "recursive-doubling" -> AllReduceCosts::recursiveDoubling;
            case "linear" -> AllReduceCosts::linear;
            case "reduce-broadcast" -> AllReduceCosts::reduceBroadcast;
            case "rabenseifner" -> AllReduceCosts::rabenseifner;
            case "ring" -> AllReduceCosts::ring;
            case "two-level" -> AllReduceCosts::twoLevel;
            case "trinaryx3" -> (where, n) -> trinary(where, n, 1);
            case "trinaryx6" -> (where, n) -> trinary(where, n, 2);
            default -> null;
        };
    }

    /** Messages of folded ranks, before and after. */
    static double extra(RankLayout where) {
        return where.isPowerOfTwo() ? 0 : 2;
    }

    /** To rank 0 and back. */
    static CallCost linear(RankLayout where, double n) {
        return GatherScatterCosts.gatherLinear(where, n)
                .andThen(GatherScatterCosts.scatterLinear(where, n));
    }

    /** Up a binomial tree and down. */
    static CallCost reduceBroadcast(RankLayout where, double n) {
        return CallCost.sequence(where.binomialLevels() + where.binomial().hops(), n);
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
        return CallCost.sequence(where.rounds() + where.nearRounds(), n);
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
