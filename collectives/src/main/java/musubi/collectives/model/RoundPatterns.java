package musubi.collectives.model;

import java.util.ArrayList;
import java.util.List;

/** Rounds of algorithms in which all of p ranks send. */
final class RoundPatterns {
    private RoundPatterns() {}

    /** All-gather after Bruck: blocks double, the last round has the remainder. */
    static List<Round> bruckGather(int p) {
        List<Round> rounds = new ArrayList<>();
        for (int have = 1; have < p; have *= 2) {
            rounds.add(Round.shift(p, have, Math.min(have, p - have)));
        }
        return rounds;
    }

    /** All-to-all after Bruck: the blocks whose distance has a bit. */
    static List<Round> bruckAll(int p) {
        List<Round> rounds = new ArrayList<>();
        for (int bit = 1; bit < p; bit *= 2) {
            rounds.add(Round.shift(p, bit, p / (2 * bit) * bit + Math.max(0, p % (2 * bit) - bit)));
        }
        return rounds;
    }

    /** All-gather by recursive doubling. */
    static List<Round> doublingGather(int p) {
        List<Round> rounds = new ArrayList<>();
        for (int have = 1; have < p; have *= 2) {
            rounds.add(Round.swap(p, have, have));
        }
        return rounds;
    }

    /** Scan by recursive doubling. */
    static List<Round> scan(int p) {
        List<Round> rounds = new ArrayList<>();
        for (int bit = 1; bit < p; bit *= 2) {
            rounds.add(Round.swap(p, bit, 1));
        }
        return rounds;
    }

    private static int core(int p) {
        return Integer.highestOneBit(p);
    }

    /** All-reduce by recursive doubling. */
    static List<Round> doublingReduce(int p) {
        List<Round> rounds = new ArrayList<>();
        rounds.addAll(Round.fold(p, 1));
        for (int bit = 1; bit < core(p); bit *= 2) {
            rounds.add(Round.exchange(p, bit, 1));
        }
        rounds.addAll(Round.unfold(p, 1));
        return rounds;
    }

    /** Rabenseifner's reduce-scatter, near ranks first; a block is 1 of 2^k. */
    static List<Round> halving(int p) {
        List<Round> rounds = new ArrayList<>();
        rounds.addAll(Round.fold(p, core(p)));
        for (int bit = 1; bit < core(p); bit *= 2) {
            rounds.add(Round.exchange(p, bit, core(p) / (2 * bit)));
        }
        return rounds;
    }

    /** Rabenseifner's reduce: then a gather to rank 0. */
    static List<Round> rabenseifnerToRoot(int p) {
        List<Round> rounds = halving(p);
        for (int bit = core(p) / 2; bit > 0; bit /= 2) {
            rounds.add(Round.gather(p, bit, core(p) / (2 * bit)));
        }
        return rounds;
    }

    /** Rabenseifner's all-reduce: then an all-gather. */
    static List<Round> rabenseifner(int p) {
        List<Round> rounds = halving(p);
        for (int bit = core(p) / 2; bit > 0; bit /= 2) {
            rounds.add(Round.exchange(p, bit, core(p) / (2 * bit)));
        }
        rounds.addAll(Round.unfold(p, core(p)));
        return rounds;
    }

    /** Reduce-scatter by recursive halving, far ranks first. */
    static List<Round> halvingScatter(int p) {
        List<Round> rounds = new ArrayList<>();
        rounds.addAll(Round.fold(p, p));
        for (int bit = core(p) / 2; bit > 0; bit /= 2) {
            rounds.add(Round.halve(p, bit));
        }
        rounds.addAll(Round.unfold(p, 1));
        return rounds;
    }
}
