package musubi.collectives.model;

import musubi.collectives.schedule.FoldedRanks;

import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;

/**
 * Messages sent at once; each rank waits for those it receives in the rounds before.
 *
 * @param distance in ranks, for networks of unknown links
 * @param blocks greatest number that a rank sends
 * @param peer receiver of each rank's message; {@link FoldedRanks#NONE} if it sends none
 * @param weight blocks that each rank sends
 */
record Round(int distance, long blocks, IntUnaryOperator peer, IntToLongFunction weight) {
    private static Round even(int distance, long blocks, IntUnaryOperator peer) {
        return new Round(distance, blocks, peer, _ -> blocks);
    }

    /** Each rank sends over a distance. */
    static Round shift(int ranks, int distance, long blocks) {
        return even(distance, blocks, rank -> (rank + distance) % ranks);
    }

    /** Ranks whose numbers differ in one bit exchange. */
    static Round swap(int ranks, int bit, long blocks) {
        return even(bit, blocks, rank -> (rank ^ bit) < ranks ? rank ^ bit : FoldedRanks.NONE);
    }

    /** Unfolded ranks whose places differ in one bit exchange. */
    static Round exchange(int ranks, int bit, long blocks) {
        FoldedRanks pairs = new FoldedRanks(ranks);
        return even(bit, blocks, rank -> pairs.peer(rank, bit));
    }

    /** One half of the unfolded ranks sends its blocks to the other. */
    static Round gather(int ranks, int bit, long blocks) {
        FoldedRanks pairs = new FoldedRanks(ranks);
        return even(
                bit,
                blocks,
                rank -> pairs.isInHalf(rank, bit) ? pairs.peer(rank, bit) : FoldedRanks.NONE);
    }

    /** Unfolded ranks exchange the blocks of the ranks on the other side. */
    static Round halve(int ranks, int bit) {
        FoldedRanks pairs = new FoldedRanks(ranks);
        long most = (long) bit * (Integer.bitCount(ranks) == 1 ? 1 : 2);
        return new Round(bit, most, rank -> pairs.peer(rank, bit), rank -> pairs.given(rank, bit));
    }

    /** Folded ranks, if any, send to their neighbours. */
    static List<Round> fold(int ranks, long blocks) {
        FoldedRanks pairs = new FoldedRanks(ranks);
        return pairs.isFolded(0)
                ? List.of(even(1, blocks, r -> pairs.isFolded(r) ? r + 1 : FoldedRanks.NONE))
                : List.of();
    }

    /** Folded ranks, if any, receive from their neighbours. */
    static List<Round> unfold(int ranks, long blocks) {
        FoldedRanks pairs = new FoldedRanks(ranks);
        return pairs.isFolded(0)
                ? List.of(
                        even(
                                1,
                                blocks,
                                r -> r > 0 && pairs.isFolded(r - 1) ? r - 1 : FoldedRanks.NONE))
                : List.of();
    }
}
