package musubi.collectives.model;

import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;

/**
 * Messages that ranks send at once, each when it has those of the rounds before.
 *
 * @param distance how far they go, for networks in which links are not known
 * @param blocks what a rank sends at most
 * @param peer to whom a rank sends; {@link FoldedRanks#NONE} when it does not
 * @param weight the blocks that a rank sends
 */
record Round(int distance, long blocks, IntUnaryOperator peer, IntToLongFunction weight) {
    private static Round even(int distance, long blocks, IntUnaryOperator peer) {
        return new Round(distance, blocks, peer, _ -> blocks);
    }

    /** Each rank sends to the one so many places further. */
    static Round shift(int ranks, int distance, long blocks) {
        return even(distance, blocks, rank -> (rank + distance) % ranks);
    }

    /** Ranks exchange whose numbers differ in one bit. */
    static Round swap(int ranks, int bit, long blocks) {
        return even(bit, blocks, rank -> (rank ^ bit) < ranks ? rank ^ bit : FoldedRanks.NONE);
    }

    /** Ranks of a power of two exchange, of which some stand for two. */
    static Round exchange(int ranks, int bit, long blocks) {
        FoldedRanks pairs = new FoldedRanks(ranks);
        return even(bit, blocks, rank -> pairs.peer(rank, bit));
    }

    /** Of such ranks those of one half, which have their part together, send it to the other. */
    static Round gather(int ranks, int bit, long blocks) {
        FoldedRanks pairs = new FoldedRanks(ranks);
        return even(
                bit,
                blocks,
                rank -> pairs.isInHalf(rank, bit) ? pairs.peer(rank, bit) : FoldedRanks.NONE);
    }

    /** The same, with the blocks that the ranks on the other side stand for. */
    static Round halve(int ranks, int bit) {
        FoldedRanks pairs = new FoldedRanks(ranks);
        long most = (long) bit * (Integer.bitCount(ranks) == 1 ? 1 : 2);
        return new Round(bit, most, rank -> pairs.peer(rank, bit), rank -> pairs.given(rank, bit));
    }

    /** Ranks that somebody stands for send to it, if there are any. */
    static List<Round> hand(int ranks, long blocks) {
        FoldedRanks pairs = new FoldedRanks(ranks);
        return pairs.isFolded(0)
                ? List.of(even(1, blocks, r -> pairs.isFolded(r) ? r + 1 : FoldedRanks.NONE))
                : List.of();
    }

    /** They get something back. */
    static List<Round> handBack(int ranks, long blocks) {
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
