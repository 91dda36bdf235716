package musubi.collectives.model;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What reductions to a root cost: the broadcasts of the same name run backwards. The time to reduce
 * a byte is part of B, since each byte received is reduced once.
 */
final class Reductions {
    private Reductions() {}

    static Map<String, Formula> formulas() {
        Map<String, Formula> formulas = new HashMap<>(Broadcasts.formulas());
        formulas.keySet()
                .retainAll(Set.of("chain", "pipeline", "two-level", "trinaryx3", "trinaryx6"));
        formulas.put("binomial", Reductions::binomial);
        formulas.put("linear", Rooted::gatherLinear);
        formulas.put("in-order-binary", Reductions::inOrderBinary);
        formulas.put("rabenseifner", Reductions::rabenseifner);
        return formulas;
    }

    /** ceil(log2 p) (L + n/B), TRG 4.6. */
    static Cost binomial(Layout where, double n) {
        double rounds = where.binomialLevels();
        return Cost.uncut(rounds, rounds * n);
    }

    /** (ceil(log2 p) + k) 2 (L + n/k/B); over links a rank sends one message only. */
    static Cost inOrderBinary(Layout where, double n) {
        return Cost.cut(where.inOrder(), n);
    }

    /**
     * 2 floor(log2 p) L + 2 (p - 1)/p n/B, TRG 4.6; halves go to near ranks first, so what goes far
     * is short. p no power of two: L + n/B more.
     */
    static Cost rabenseifner(Layout where, double n) {
        double blocks = where.blocks("to root", Rounds::rabenseifnerToRoot);
        double starts = where.exchangeStarts() + where.powers() + AllReductions.extra(where) / 2;
        return Cost.uncut(starts, blocks * n / where.core());
    }
}
