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
                (where, n) -> Cost.uncut(2 * (where.ranks() - 1), 2 * (where.ranks() - 1) * n),
                "reduce-broadcast",
                (where, n) -> Cost.uncut(2 * where.treeRounds(), 2 * where.treeRounds() * n),
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

    /** floor(log2 p) (L + n/B), TRG 4.5; far exchanges share links. Else 2 (L + n/B) more. */
    static Cost recursiveDoubling(Layout where, double n) {
        double extra = extra(where);
        return Cost.uncut(where.exchangeStarts() + extra, (where.exchanged() + extra) * n);
    }

    /** 2 floor(log2 p) L + 2 (p - 1)/p n/B, TRG 4.5; halves go near, short parts far. */
    static Cost rabenseifner(Layout where, double n) {
        double extra = extra(where);
        double starts = 2 * where.exchangeStarts() + extra;
        return Cost.uncut(starts, 2 * where.halved(n) + extra * n);
    }

    /** 2 (p - 1) (L + n/p/B). Patarasuk and Yuan, JPDC 69(2), 2009; neighbours only. */
    static Cost ring(Layout where, double n) {
        double rounds = 2.0 * (where.ranks() - 1);
        return Cost.uncut(rounds, rounds * n / where.ranks());
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
        Cost down = Broadcasts.trinary(where, n, directions);
        double each = directions == 1 ? 1 : BOTH_WAYS;
        double hops = 2 * down.hops() + 2 - each;
        return new Cost(hops, hops, each, each, down.bytes(), true);
    }
}
