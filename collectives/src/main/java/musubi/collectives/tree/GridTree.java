package musubi.collectives.tree;

import musubi.collectives.topology.Torus;

import java.util.ArrayList;
import java.util.List;

/**
 * A spanning tree of a torus or mesh from binary trees along lines ({@link LineTree}): one along
 * the first dimension from the root, one along the second from each rank reached, and so on.
 * Height: the sum of ceil(log2 extent). Immutable.
 */
public final class GridTree {
    private final Torus torus;
    private final int[] axes;
    private final int[] root;
    private final boolean mirrored;

    /**
     * The tree from a root.
     *
     * @param mirrored whether messages travel downwards along the dimensions instead of upwards
     */
    public GridTree(Torus torus, int root, boolean mirrored) {
        this.torus = torus;
        this.root = torus.coordinates(root);
        this.mirrored = mirrored;
        axes = torus.axes();
    }

    /** A rank's node in the tree; children along earlier dimensions come first. */
    public TreeNode node(int rank) {
        int[] coordinates = torus.coordinates(rank);
        int reached = axes.length - 1;
        while (reached > 0 && coordinates[axes[reached]] == root[axes[reached]]) {
            reached--;
        }
        int parent = TreeNode.NONE;
        List<Integer> children = new ArrayList<>();
        for (int i = reached; i < axes.length; i++) {
            int axis = axes[i];
            LineTree line = new LineTree(torus.extent(axis), place(axis, coordinates[axis]));
            if (i == reached && line.parent() >= 0) {
                parent = rankAt(coordinates, axis, line.parent());
            }
            for (int below : line.children()) {
                children.add(rankAt(coordinates, axis, below));
            }
        }
        return new TreeNode(parent, children.stream().mapToInt(Integer::intValue).toArray());
    }

    private int rankAt(int[] coordinates, int axis, int place) {
        int[] other = coordinates.clone();
        other[axis] = coordinate(axis, place);
        return torus.rankAt(other);
    }

    /** Place on a line; the root is at 0. */
    private int place(int axis, int coordinate) {
        int extent = torus.extent(axis);
        int place = Math.floorMod(coordinate - root[axis], extent);
        if (!torus.wraps(axis)) {
            // No run of places crosses the edge; the gap of the root is closed.
            place = coordinate == root[axis] ? 0 : coordinate + (coordinate < root[axis] ? 1 : 0);
        }
        return mirrored ? (extent - place) % extent : place;
    }

    private int coordinate(int axis, int place) {
        int extent = torus.extent(axis);
        int straight = mirrored ? (extent - place) % extent : place;
        if (torus.wraps(axis)) {
            return (root[axis] + straight) % extent;
        }
        if (straight == 0) {
            return root[axis];
        }
        return straight <= root[axis] ? straight - 1 : straight;
    }
}
