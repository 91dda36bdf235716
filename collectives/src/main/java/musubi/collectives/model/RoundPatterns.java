package musubi.collectives.model;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Rounds of algorithms in which all of p ranks send. */
final class RoundPatterns {
    private RoundPatterns() {}

    /** Rounds for 1, 2, 4 and so on, below a limit. */
    private static List<Round> powersBelow(int limit, IntFunction<Round> round) {
        return IntStream.iterate(1, bit -> bit < limit, bit -> 2 * bit).mapToObj(round).toList();
    }

    private static List<Round> joined(List<Round> first, List<Round> second, List<Round> third) {
        return Stream.of(first, second, third).flatMap(List::stream).toList();
    }

    /** All-gather after Bruck: blocks double, the last round has the remainder. */
    static List<Round> bruckGather(int p) {
        return powersBelow(p, have -> Round.shift(p, have, Math.min(have, p - have)));
    }

    /** All-to-all after Bruck: the blocks whose distance has a bit. */
    static List<Round> bruckAll(int p) {
        return powersBelow(p, bit -> Round.shift(p, bit, bruckBlocks(p, bit)));
    }

    private static long bruckBlocks(int p, int bit) {
        return p / (2 * bit) * bit + Math.max(0, p % (2 * bit) - bit);
    }

    /** All-gather by recursive doubling. */
    static List<Round> doublingGather(int p) {
        return powersBelow(p, have -> Round.swap(p, have, have));
    }

    /** Scan by recursive doubling. */
    static List<Round> scan(int p) {
        return powersBelow(p, bit -> Round.swap(p, bit, 1));
    }

    private static int core(int p) {
        return Integer.highestOneBit(p);
    }

    /** All-reduce by recursive doubling. */
    static List<Round> doublingReduce(int p) {
        List<Round> exchanges = powersBelow(core(p), bit -> Round.exchange(p, bit, 1));
        return joined(Round.fold(p, 1), exchanges, Round.unfold(p, 1));
    }

    /** Rabenseifner's reduce-scatter, near ranks first; a block is 1 of 2^k. */
    static List<Round> halving(int p) {
        return joined(Round.fold(p, core(p)), exchangesOfHalves(p), List.of());
    }

    private static List<Round> exchangesOfHalves(int p) {
        return powersBelow(core(p), bit -> Round.exchange(p, bit, core(p) / (2 * bit)));
    }

    /** Rabenseifner's reduce: then a gather to rank 0. */
    static List<Round> rabenseifnerToRoot(int p) {
        List<Round> gather = powersBelow(core(p), bit -> Round.gather(p, bit, core(p) / (2 * bit)));
        return joined(halving(p), gather.reversed(), List.of());
    }

    /** Rabenseifner's all-reduce: then an all-gather. */
    static List<Round> rabenseifner(int p) {
        return joined(halving(p), exchangesOfHalves(p).reversed(), Round.unfold(p, core(p)));
    }

    /** Reduce-scatter by recursive halving, far ranks first. */
    static List<Round> halvingScatter(int p) {
        List<Round> halves = powersBelow(core(p), bit -> Round.halve(p, bit));
        return joined(Round.fold(p, p), halves.reversed(), Round.unfold(p, 1));
    }
}
