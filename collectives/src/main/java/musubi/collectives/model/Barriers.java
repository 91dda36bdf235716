package musubi.collectives.model;

import java.util.Map;

/** What barriers cost on p ranks: messages one after the other. */
final class Barriers {
    private Barriers() {}

    static Map<String, Formula> formulas() {
        return Map.of(
                "dissemination",
                (where, n) -> Cost.uncut(where.rounds(), 0),
                "recursive-doubling",
                (where, n) -> Cost.uncut(where.exchangeStarts() + AllReductions.extra(where), 0),
                "tree",
                (where, n) -> Cost.uncut(where.binomialLevels() + where.binomial().hops(), 0),
                "linear",
                (where, n) -> AllReductions.linear(where, 0));
    }
}
