package musubi.collectives.topology;

import java.util.Arrays;

/** Any distribution of ranks over nodes: tables of 8 bytes a rank and 20 a node. */
final class TabulatedNodeMap implements NodeMap {
    private final int[] nodeOf;
    private final int[][] members;

    /**
     * @param nodeOf the node of each rank, numbered as in {@link NodeMap}
     */
    TabulatedNodeMap(int[] nodeOf, int count) {
        this.nodeOf = nodeOf;
        int[] sizes = new int[count];
        for (int node : nodeOf) {
            sizes[node]++;
        }
        members = new int[count][];
        for (int node = 0; node < count; node++) {
            members[node] = new int[sizes[node]];
            sizes[node] = 0;
        }
        for (int rank = 0; rank < nodeOf.length; rank++) {
            members[nodeOf[rank]][sizes[nodeOf[rank]]++] = rank;
        }
    }

    @Override
    public int ranks() {
        return nodeOf.length;
    }

    @Override
    public int count() {
        return members.length;
    }

    @Override
    public int of(int rank) {
        return nodeOf[rank];
    }

    @Override
    public int size(int node) {
        return members[node].length;
    }

    @Override
    public int member(int node, int place) {
        return members[node][place];
    }

    @Override
    public int placeOf(int rank) {
        return Arrays.binarySearch(members[nodeOf[rank]], rank);
    }

    @Override
    public boolean equals(Object object) {
        return object instanceof TabulatedNodeMap other && Arrays.equals(nodeOf, other.nodeOf);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(nodeOf);
    }

    @Override
    public String toString() {
        return describe();
    }
}
