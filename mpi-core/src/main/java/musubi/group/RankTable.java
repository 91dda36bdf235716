package musubi.group;

import musubi.memory.OffHeap;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Ranks in any order: 4 bytes a member, and 4 more after the first look-up by world rank. The
 * former may lie in memory that the ranks of the node share.
 */
final class RankTable extends RankMap implements OffHeap {
    /** Null when they are in memory of the node. */
    private final int[] heapTable;

    /** Null when they are in the heap. */
    private final MemorySegment nodeMemory;

    private final int size;
    private final int hash;
    private final boolean ascends;

    /**
     * The members by world rank; null before the first look-up, or if they ascend. Volatile because
     * threads may look up at the same time, outside of the rank's gate.
     */
    private volatile int[] byWorldRank;

    RankTable(int[] worldRanks) {
        heapTable = worldRanks.clone();
        nodeMemory = null;
        size = heapTable.length;
        hash = Arrays.hashCode(heapTable);
        ascends = ascends(heapTable);
    }

    private RankTable(RankTable equal, MemorySegment ofNode) {
        heapTable = null;
        this.nodeMemory = ofNode;
        size = equal.size;
        hash = equal.hash;
        ascends = equal.ascends;
    }

    /** The same in the memory that the node has for its numbers; this one when that is null. */
    RankTable inNodeMemory(Function<int[], MemorySegment> node) {
        MemorySegment memory = heapTable == null ? null : node.apply(heapTable);
        return memory == null ? this : new RankTable(this, memory);
    }

    private static boolean ascends(int[] numbers) {
        return IntStream.range(1, numbers.length).allMatch(i -> numbers[i] >= numbers[i - 1]);
    }

    /** The places of these different numbers, the smallest first; null when they ascend. */
    static int[] ascending(int[] numbers) {
        if (ascends(numbers)) {
            return null;
        }
        long[] pairs = new long[numbers.length];
        for (int i = 0; i < pairs.length; i++) {
            pairs[i] = (long) numbers[i] << 32 | i;
        }
        Arrays.sort(pairs);
        return Arrays.stream(pairs).mapToInt(pair -> (int) pair).toArray();
    }

    /** The last place at which ascending numbers are at most {@code wanted}; -1 for none. */
    static int lastUpTo(int count, IntUnaryOperator numbers, int wanted) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = low + high >>> 1;
            if (numbers.applyAsInt(middle) <= wanted) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    /** The map of a part of a larger set, found by listing its world ranks. */
    static RankMap expand(RankMap part, RankMap larger) {
        return RankMap.of(
                IntStream.range(0, part.size())
                        .map(rank -> larger.worldRank(part.worldRank(rank)))
                        .toArray());
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public int worldRank(int rank) {
        return heapTable != null
                ? heapTable[rank]
                : nodeMemory.getAtIndex(ValueLayout.JAVA_INT, rank);
    }

    @Override
    public int rankOf(int worldRank) {
        int[] order = order();
        int place =
                order == null
                        ? lastUpTo(size, this::worldRank, worldRank)
                        : lastUpTo(size, i -> worldRank(order[i]), worldRank);
        int rank = place < 0 || order == null ? place : order[place];
        return rank >= 0 && worldRank(rank) == worldRank ? rank : -1;
    }

    /** The members by world rank; null when they ascend. */
    private int[] order() {
        int[] order = byWorldRank;
        if (order == null && !ascends) {
            order =
                    ascending(
                            heapTable != null
                                    ? heapTable
                                    : nodeMemory.toArray(ValueLayout.JAVA_INT));
            byWorldRank = order;
        }
        return order;
    }

    @Override
    int search(int worldRank) {
        if (ascends || byWorldRank != null) {
            return rankOf(worldRank);
        }
        for (int rank = 0; rank < size; rank++) {
            if (worldRank(rank) == worldRank) {
                return rank;
            }
        }
        return -1;
    }

    @Override
    RankMap within(RankStride larger) {
        return expand(this, larger);
    }

    /** What is in memory of the node the transport counts whose partition has it: once. */
    @Override
    public long offHeapBytes() {
        return 0;
    }

    private MemorySegment worldRanks() {
        return heapTable != null ? MemorySegment.ofArray(heapTable) : nodeMemory;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RankTable that
                && hash == that.hash
                && worldRanks().mismatch(that.worldRanks()) < 0;
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
