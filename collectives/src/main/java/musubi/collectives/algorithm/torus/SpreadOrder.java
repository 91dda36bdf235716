package musubi.collectives.algorithm.torus;

import musubi.collectives.topology.Torus;

/**
 * All distances between two different nodes of a torus, in an order in which consecutive ones load
 * different links. Each distance is followed by its opposite, unless they are equal; the longest
 * dimension changes from pair to pair while pairs of each are left.
 *
 * <p>If all nodes send over the same distance by dimension-order routing, all links of a direction
 * carry the same load: the number of hops of the distance there.
 *
 * <pre>
 *   4x4     (1,0) (3,0) | (0,1) (0,3) | (1,1) (3,3) | (0,2) | (1,3) (3,1) | (1,2) (3,2) | (2,0) |
 *           (2,2) | (2,1) (2,3)
 * </pre>
 */
final class SpreadOrder {
    private final Torus torus;
    private final int[] axes;

    /** For each dimension the nodes longest in it, one of each opposite pair; and their number. */
    private final int[][] byAxis;

    private final int[] found;

    private SpreadOrder(Torus torus) {
        this.torus = torus;
        axes = torus.axes();
        byAxis = new int[axes.length][torus.size()];
        found = new int[axes.length];
    }

    /** The distances, each as the node at that distance from node 0. */
    static int[] of(Torus torus) {
        SpreadOrder order = new SpreadOrder(torus);
        for (int node = 1; node < torus.size(); node++) {
            order.addPair(node);
        }
        return order.inTurns();
    }

    private void addPair(int node) {
        int[] distance = torus.coordinates(node);
        int furthest = 0;
        for (int i = 0; i < axes.length; i++) {
            // Equal hops: the dimensions in turn.
            int ahead = hops(axes[i], distance) - hops(axes[furthest], distance);
            furthest = ahead > 0 || ahead == 0 && node % (i + 1) == 0 ? i : furthest;
        }
        if (opposite(node) >= node) {
            byAxis[furthest][found[furthest]++] = node;
        }
    }

    private int opposite(int node) {
        int[] distance = torus.coordinates(node);
        for (int d = 0; d < distance.length; d++) {
            distance[d] = -distance[d];
        }
        return torus.rankAt(distance);
    }

    private int hops(int axis, int[] distance) {
        return Math.min(distance[axis], torus.extent(axis) - distance[axis]);
    }

    private int[] inTurns() {
        int[] order = new int[torus.size() - 1];
        int[] taken = new int[axes.length];
        int next = 0;
        for (int turn = 0; next < order.length; turn++) {
            int axis = turn % axes.length;
            if (taken[axis] < found[axis]) {
                int node = byAxis[axis][taken[axis]++];
                int opposite = opposite(node);
                order[next++] = node;
                if (opposite != node) {
                    order[next++] = opposite;
                }
            }
        }
        return order;
    }
}
