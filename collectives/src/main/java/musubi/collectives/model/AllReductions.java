package musubi.collectives.model;

import java.util.Map;

/** What all-reduces cost: p ranks, n bytes; the time to reduce a byte is part of B. */
final class AllReductions {
    /** Times of a segment on a link on which others come the other way of the tree. */
    private static final double BOTH_WAYS = 1.75;

    private AllReductions() {}

    static Map<String, Formula> formulas() {
        return Map.of(
                "recursive-doubling",
                AllReductions::recursiveDoubling,
                "linear",
                AllReductions::linear,
                "reduce-broadcast",
                AllReductions::reduceBroadcast,
                "rabenseifner",
                AllReductions::rabenseifner,
                "ring",
                AllReductions::ring,
                "two-level",
                AllReductions::twoLevel,
                "trinaryx3",
                (where, n) -> trinary(where, n, 1),
                "trinaryx6",
                (where, n) -> trinary(where, n, 2));
    }

    /** What ranks beyond a power of two give to others first and get in the end, in messages. */
    static double extra(Layout where) {
        return where.isPowerOfTwo() ? 0 : 2;
    }

    /** To rank 0 and back. */
    static Cost linear(Layout where, double n) {
        Cost down = Rooted.scatterLinear(where, n);
        return Rooted.gatherLinear(where, n).andThen(down.rounds(), down.passed());
    }

    /** Up a binomial tree and down. */
    static Cost reduceBroadcast(Layout where, double n) {
        double rounds = where.binomialLevels() + where.binomial().hops();
        return Cost.uncut(rounds, rounds * n);
    }

    /** floor(log2 p) (L + n/B), TRG 4.5; far exchanges share links. Else 2 (L + n/B) more. */
    static Cost recursiveDoubling(Layout where, double n) {
        return where.exchanges("reduce", Rounds::doublingReduce, where.exchangeStarts(), 2, n);
    }

    /** 2 floor(log2 p) L + 2 (p - 1)/p n/B, TRG 4.5; halves go near, short parts far. */
    static Cost rabenseifner(Layout where, double n) {
        double starts = 2 * where.exchangeStarts();
        double block = n / where.core();
        return where.exchanges("rabenseifner", Rounds::rabenseifner, starts, 2, block);
    }

    /** 2 (p - 1) (L + n/p/B). Patarasuk and Yuan, JPDC 69(2), 2009; neighbours only. */
    static Cost ring(Layout where, double n) {
        double rounds = 2.0 * (where.ranks() - 1);
        return Cost.uncut(rounds, rounds * n / where.ranks() * where.shift(1));
    }

    /** Up and down on each node, and an exchange of the nodes. */
    static Cost twoLevel(Layout where, double n) {
        double rounds = where.rounds() + where.nearRounds();
        return Cost.uncut(rounds, rounds * n);
    }

    /**
     * Up the trees and down: (2 h - 1 + k) (L + n/(t k)/B). Trees of both directions use each link
     * both ways, so most segments meet another one.
     */
    static Cost trinary(Layout where, double n, int directions) {
        Flow flow = where.disjointBothWays(directions, BOTH_WAYS);
        return Cost.cut(flow, n / (directions * where.axes()));
    }
}
