package musubi.collectives.model;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What reductions to a root cost: the broadcasts of the same name run backwards. The time to reduce
 * a byte is part of B, since each byte received is reduced once.
 */
final class Reductions {
    private static final double LEVELS_OF_A_LINK = 0.31;

    private Reductions() {}

    static Map<String, Formula> formulas() {
        Map<String, Formula> formulas = new HashMap<>(Broadcasts.formulas());
        formulas.keySet()
                .retainAll(
                        Set.of(
                                "binomial",
                                "linear",
                                "chain",
                                "pipeline",
                                "two-level",
                                "trinaryx3",
                                "trinaryx6"));
        formulas.put("in-order-binary", Reductions::inOrderBinary);
        formulas.put("rabenseifner", Reductions::rabenseifner);
        return formulas;
    }

    /**
     * (ceil(log2 p) + k) 2 (L + n/k/B); on links, where the two below a rank come from opposite
     * sides, a link has messages of less than half of the levels.
     */
    static Cost inOrderBinary(Layout where, double n) {
        if (!where.linked()) {
            double spread = 2.0 * where.doublings();
            return new Cost(spread, spread, 2, 2, n, true);
        }
        double each = Math.max(1, LEVELS_OF_A_LINK * where.doublings());
        double hops = where.doublings() - each;
        return new Cost(where.doublings() - 1, hops, 1, each, n, true);
    }

    /**
     * 2 floor(log2 p) L + 2 (p - 1)/p n/B, TRG 4.6; halves go to near ranks first, so what goes far
     * is short. p no power of two: L + n/B more.
     */
    static Cost rabenseifner(Layout where, double n) {
        double bytes = where.halved(n) + n * (1 - 1.0 / where.ranks());
        double extra = where.isPowerOfTwo() ? 0 : 1;
        double starts = where.exchangeStarts() + where.powers() + extra;
        return Cost.uncut(starts, bytes + extra * n);
    }
}
