package musubi.collectives.topology;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Which ranks of a communicator share a node. Nodes are numbered in the order of their lowest
 * ranks; that rank is the node's leader. Immutable.
 */
public abstract sealed class NodeMap permits BlockCyclicNodeMap, TabulatedNodeMap {
    NodeMap() {}

    /**
     * The nodes of so many ranks.
     *
     * @param names for each rank any number that the ranks of its node have and no others
     */
    public static NodeMap of(int... names) {
        return of(names.length, rank -> names[rank]);
    }

    /** As {@link #of(int...)}, with a function from ranks to names. */
    public static NodeMap of(int ranks, IntUnaryOperator names) {
        NodeMap dealt = BlockCyclicNodeMap.ifDealt(ranks, names);
        return dealt != null ? dealt : listed(ranks, names);
    }

    private static NodeMap listed(int ranks, IntUnaryOperator names) {
        Map<Integer, Integer> numbers = new HashMap<>();
        int[] nodeOf = new int[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            Integer known = numbers.putIfAbsent(names.applyAsInt(rank), numbers.size());
            nodeOf[rank] = known == null ? numbers.size() - 1 : known;
        }
        return new TabulatedNodeMap(nodeOf, numbers.size());
    }

    /** How many ranks there are. */
    public abstract int ranks();

    /** How many nodes there are. */
    public abstract int count();

    /** The node of a rank. */
    public abstract int of(int rank);

    /** How many ranks a node has. */
    public abstract int size(int node);

    /** A rank of a node; they are in ascending order. */
    public abstract int member(int node, int place);

    /** The place of a rank among those of its node. */
    public abstract int placeOf(int rank);

    /** The lowest rank of a node. */
    public int leader(int node) {
        return member(node, 0);
    }

    /** Whether the ranks of each node follow each other. */
    public boolean haveContiguousRanks() {
        for (int node = 0; node < count(); node++) {
            int last = size(node) - 1;
            if (member(node, last) - member(node, 0) != last) {
                return false;
            }
        }
        return true;
    }

    /** Whether there are several nodes, and several ranks on one of them. */
    public boolean haveTwoLevels() {
        return count() > 1 && count() < ranks();
    }

    /** The node of each rank. */
    @Override
    public String toString() {
        return IntStream.range(0, ranks()).map(this::of).boxed().toList().toString();
    }
}
