package musubi.collectives.topology;

import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Ranks dealt out to nodes in turn, so many to each, round after round until there are none left:
 * as mpiexec places them by slot (one round) and by node (one to each). No table.
 *
 * <pre>
 *   10 ranks, 3 nodes, 2 at a time:  0 0 1 1 2 2 | 0 0 1 1
 * </pre>
 */
final class BlockCyclicNodeMap extends NodeMap {
    private final int ranks;
    private final int count;
    private final int atATime;

    private BlockCyclicNodeMap(int ranks, int count, int atATime) {
        this.ranks = ranks;
        this.count = count;
        this.atATime = atATime;
    }

    /** The nodes with these names; null when ranks were not dealt out to them. */
    static NodeMap ifDealt(int ranks, IntUnaryOperator names) {
        if (ranks == 0) {
            return null;
        }
        int first = names.applyAsInt(0);
        int atATime = 1;
        while (atATime < ranks && names.applyAsInt(atATime) == first) {
            atATime++;
        }
        int round = atATime;
        while (round < ranks && names.applyAsInt(round) != first) {
            round++;
        }
        for (int rank = 0; rank < ranks; rank++) {
            boolean isFirst = rank < round && rank % atATime == 0;
            int same = rank >= round ? rank - round : rank - 1;
            if (!isFirst && names.applyAsInt(rank) != names.applyAsInt(same)) {
                return null;
            }
        }
        BlockCyclicNodeMap dealt =
                new BlockCyclicNodeMap(ranks, (round + atATime - 1) / atATime, atATime);
        return dealt.areDifferent(names) && (round == ranks || round % atATime == 0) ? dealt : null;
    }

    /** Whether no two nodes of a round have the same name. */
    private boolean areDifferent(IntUnaryOperator names) {
        return IntStream.range(0, count)
                        .map(node -> names.applyAsInt(node * atATime))
                        .distinct()
                        .count()
                == count;
    }

    @Override
    public int ranks() {
        return ranks;
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public int of(int rank) {
        return rank / atATime % count;
    }

    @Override
    public int size(int node) {
        int round = count * atATime;
        int left = ranks % round - node * atATime;
        return ranks / round * atATime + Math.clamp(left, 0, atATime);
    }

    @Override
    public int member(int node, int place) {
        return (place / atATime * count + node) * atATime + place % atATime;
    }

    @Override
    public int placeOf(int rank) {
        return rank / (count * atATime) * atATime + rank % atATime;
    }

    @Override
    public boolean equals(Object object) {
        return object instanceof BlockCyclicNodeMap other
                && ranks == other.ranks
                && count == other.count
                && atATime == other.atATime;
    }

    @Override
    public int hashCode() {
        return (ranks * 31 + count) * 31 + atATime;
    }
}
