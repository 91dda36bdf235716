package musubi.collectives.schedule;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Which ranks of a communicator share a node. Nodes are numbered in the order of their lowest
 * ranks; that rank is the node's leader. Immutable.
 */
public final class Nodes {
    private final int[] nodeOf;
    private final int[][] members;

    private Nodes(int[] nodeOf, int[][] members) {
        this.nodeOf = nodeOf;
        this.members = members;
    }

    /**
     * The nodes of so many ranks.
     *
     * @param names for each rank any number that the ranks of its node have and no others
     */
    public static Nodes of(int... names) {
        Map<Integer, Integer> numbers = new HashMap<>();
        int[] nodeOf = new int[names.length];
        for (int rank = 0; rank < names.length; rank++) {
            Integer known = numbers.putIfAbsent(names[rank], numbers.size());
            nodeOf[rank] = known == null ? numbers.size() - 1 : known;
        }
        int[] sizes = new int[numbers.size()];
        for (int node : nodeOf) {
            sizes[node]++;
        }
        int[][] members = new int[sizes.length][];
        for (int node = 0; node < sizes.length; node++) {
            members[node] = new int[sizes[node]];
            sizes[node] = 0;
        }
        for (int rank = 0; rank < nodeOf.length; rank++) {
            members[nodeOf[rank]][sizes[nodeOf[rank]]++] = rank;
        }
        return new Nodes(nodeOf, members);
    }

    /** How many nodes there are. */
    public int count() {
        return members.length;
    }

    /** The node of a rank. */
    public int of(int rank) {
        return nodeOf[rank];
    }

    /** How many ranks a node has. */
    public int size(int node) {
        return members[node].length;
    }

    /** A rank of a node; they are in ascending order. */
    public int member(int node, int place) {
        return members[node][place];
    }

    /** The place of a rank among those of its node. */
    public int placeOf(int rank) {
        return Arrays.binarySearch(members[nodeOf[rank]], rank);
    }

    /** The lowest rank of a node. */
    public int leader(int node) {
        return members[node][0];
    }

    /** Whether the ranks of each node follow each other. */
    public boolean areRuns() {
        for (int[] ranks : members) {
            if (ranks[ranks.length - 1] - ranks[0] != ranks.length - 1) {
                return false;
            }
        }
        return true;
    }

    /** Whether there are several nodes, and several ranks on one of them. */
    public boolean haveTwoLevels() {
        return members.length > 1 && members.length < nodeOf.length;
    }

    @Override
    public boolean equals(Object object) {
        return object instanceof Nodes other && Arrays.equals(nodeOf, other.nodeOf);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(nodeOf);
    }

    /** The node of each rank. */
    @Override
    public String toString() {
        return Arrays.toString(nodeOf);
    }
}
