package musubi.comm;

import musubi.bootstrap.Bootstrap;
import musubi.group.RankGroup;

import java.util.HashMap;
import java.util.Map;

/**
 * An order of ranks in which those of a node follow each other, so that they are adjacent in a grid
 * whose ranks are in row-major order. MPI-4.1 section 8.5.1 leaves it to us what reordering does.
 *
 * <pre>
 *   rank      0 1 2 3 4 5          order    0 2 4 1 3 5
 *   on node   a b a b a b
 * </pre>
 */
final class NodeOrder {
    private NodeOrder() {}

    /**
     * The members in this order; collective. On one node the order stays, and nothing is exchanged.
     */
    static RankGroup of(Communicator comm) {
        Bootstrap job = comm.services().job();
        if (job.localSize() == job.worldSize()) {
            return comm.group();
        }
        long[] mine = {job.node()};
        return comm.group().include(order(comm.exchange(comm.nextTag()).allGather(mine)));
    }

    /** The ranks node by node, nodes in the order of their first ranks. */
    static int[] order(long[] nodes) {
        Map<Long, Integer> firsts = new HashMap<>();
        int[] inNode = new int[nodes.length];
        for (int rank = 0; rank < nodes.length; rank++) {
            Integer first = firsts.putIfAbsent(nodes[rank], rank);
            inNode[first == null ? rank : first]++;
        }
        int[] next = new int[nodes.length];
        for (int rank = 1; rank < nodes.length; rank++) {
            next[rank] = next[rank - 1] + inNode[rank - 1];
        }
        int[] order = new int[nodes.length];
        for (int rank = 0; rank < nodes.length; rank++) {
            order[next[firsts.get(nodes[rank])]++] = rank;
        }
        return order;
    }
}
