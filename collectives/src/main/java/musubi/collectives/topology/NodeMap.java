package musubi.collectives.topology;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * The node of each rank of a communicator. Nodes are numbered in the order of their lowest ranks,
 * their leaders. Immutable.
 */
public sealed interface NodeMap permits BlockCyclicNodeMap, TabulatedNodeMap {
    /**
     * A node map.
     *
     * @param names for each rank a number that identifies its node
     */
    static NodeMap of(int... names) {
        return of(names.length, rank -> names[rank]);
    }

    /** As {@link #of(int...)}, with a function from ranks to names. */
    static NodeMap of(int ranks, IntUnaryOperator names) {
        NodeMap cyclic = BlockCyclicNodeMap.ifBlockCyclic(ranks, names);
        return cyclic != null ? cyclic : listed(ranks, names);
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

    /** Number of ranks. */
    int ranks();

    /** Number of nodes. */
    int count();

    /** The node of a rank. */
    int of(int rank);

    /** Number of ranks of a node. */
    int size(int node);

    /** A rank of a node, in ascending order. */
    int member(int node, int place);

    /** Position of a rank among those of its node. */
    int placeOf(int rank);

    /** The lowest rank of a node. */
    default int leader(int node) {
        return member(node, 0);
    }

    /** Whether the ranks of each node are contiguous. */
    default boolean haveContiguousRanks() {
        for (int node = 0; node < count(); node++) {
            int last = size(node) - 1;
            if (member(node, last) - member(node, 0) != last) {
                return false;
            }
        }
        return true;
    }

    /** Whether there are several nodes, and several ranks on at least one. */
    default boolean haveTwoLevels() {
        return count() > 1 && count() < ranks();
    }

    /** The node of each rank, as text. */
    default String describe() {
        return IntStream.range(0, ranks()).map(this::of).boxed().toList().toString();
    }
}
