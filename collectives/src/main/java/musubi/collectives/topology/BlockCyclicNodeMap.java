package musubi.collectives.topology;

import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * A block-cyclic distribution of ranks over nodes, as mpiexec places them by slot (one round) or by
 * node (blocks of one rank). Computed, without a table.
 *
 * <pre>
 *   10 ranks, 3 nodes, 2 at a time:  0 0 1 1 2 2 | 0 0 1 1
 * </pre>
 */
record BlockCyclicNodeMap(int ranks, int count, int blockSize) implements NodeMap {
    /** The map of these node names; null if it is not block-cyclic. */
    static NodeMap ifBlockCyclic(int ranks, IntUnaryOperator names) {
        if (ranks == 0) {
            return null;
        }
        int first = names.applyAsInt(0);
        int blockSize = 1;
        while (blockSize < ranks && names.applyAsInt(blockSize) == first) {
            blockSize++;
        }
        int round = blockSize;
        while (round < ranks && names.applyAsInt(round) != first) {
            round++;
        }
        for (int rank = 0; rank < ranks; rank++) {
            boolean isFirst = rank < round && rank % blockSize == 0;
            int same = rank >= round ? rank - round : rank - 1;
            if (!isFirst && names.applyAsInt(rank) != names.applyAsInt(same)) {
                return null;
            }
        }
        BlockCyclicNodeMap map =
                new BlockCyclicNodeMap(ranks, (round + blockSize - 1) / blockSize, blockSize);
        return map.areDistinct(names) && (round == ranks || round % blockSize == 0) ? map : null;
    }

    /** Whether the node names of a round are distinct. */
    private boolean areDistinct(IntUnaryOperator names) {
        return IntStream.range(0, count)
                        .map(node -> names.applyAsInt(node * blockSize))
                        .distinct()
                        .count()
                == count;
    }

    @Override
    public int of(int rank) {
        return rank / blockSize % count;
    }

    @Override
    public int size(int node) {
        int round = count * blockSize;
        int left = ranks % round - node * blockSize;
        return ranks / round * blockSize + Math.clamp(left, 0, blockSize);
    }

    @Override
    public int member(int node, int place) {
        return (place / blockSize * count + node) * blockSize + place % blockSize;
    }

    @Override
    public int placeOf(int rank) {
        return rank / (count * blockSize) * blockSize + rank % blockSize;
    }

    @Override
    public String toString() {
        return describe();
    }
}
