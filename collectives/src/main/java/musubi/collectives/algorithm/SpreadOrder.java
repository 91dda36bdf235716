package musubi.collectives.algorithm;

import musubi.collectives.schedule.Torus;

/**
 * All distances between two different nodes of a torus, in an order in which those that follow each
 * other load different links. Each distance comes with the opposite one behind it, unless they are
 * the same; the dimension that a distance goes furthest in changes from pair to pair as long as
 * there are pairs left for each.
 *
 * <p>When all nodes send over the same distance by dimension-order routing, all links of a
 * direction carry the same load: as many messages as the distance has hops there.
 *
 * <pre>
 *   4x4     (0,1) (0,3) | (1,0) (3,0) | (0,2) | (2,0) | (1,2) (3,2) | (2,1) (2,3) | (1,1) ...
 * </pre>
 */
final class SpreadOrder {
    private final Torus torus;
    private final int[] axes;

    /** For each dimension the nodes that lie furthest in it, seen from node 0; and how many. */
    private final int[][] byAxis;

    private final int[] found;

    private SpreadOrder(Torus torus) {
        this.torus = torus;
        axes = torus.axes();
        byAxis = new int[axes.length][torus.size()];
        found = new int[axes.length];
    }

    /** The distances, each as the node that node 0 has at it. */
    static int[] of(Torus torus) {
        SpreadOrder order = new SpreadOrder(torus);
        for (int node = 1; node < torus.size(); node++) {
            order.addPair(node);
        }
        return order.inTurns();
    }

    private void addPair(int node) {
        int[] distance = torus.coordinates(node);
        int[] opposite = new int[distance.length];
        int furthest = 0;
        for (int i = 0; i < axes.length; i++) {
            int axis = axes[i];
            opposite[axis] = -distance[axis];
            // Of equally far ones the first, the second and so on by turns.
            int ahead = hops(axis, distance) - hops(axes[furthest], distance);
            furthest = ahead > 0 || ahead == 0 && node % (i + 1) == 0 ? i : furthest;
        }
        int back = torus.rankAt(opposite);
        if (back >= node) {
            add(furthest, node);
        }
        if (back > node) {
            add(furthest, back);
        }
    }

    private int hops(int axis, int[] distance) {
        return Math.min(distance[axis], torus.extent(axis) - distance[axis]);
    }

    private void add(int axis, int node) {
        byAxis[axis][found[axis]++] = node;
    }

    private int[] inTurns() {
        int[] order = new int[torus.size() - 1];
        int[] taken = new int[axes.length];
        int next = 0;
        for (int turn = 0; next < order.length; turn++) {
            int axis = turn % axes.length;
            for (int of = 0; of < 2 && taken[axis] < found[axis]; of++) {
                order[next++] = byAxis[axis][taken[axis]++];
            }
        }
        return order;
    }
}
