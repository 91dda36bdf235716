package musubi.collectives.tree;

import musubi.collectives.topology.Torus;

import java.util.Arrays;

/**
 * Spanning trees of a torus or mesh without a common directed link, so that each carries a part of
 * a message at full link speed. An original closed form for any number of dimensions and any root,
 * similar to Trinaryx3 and Trinaryx6 in Adachi et al., "The design of ultra scalable MPI collective
 * communication on the K computer", CSRD 28(2-3), 2013.
 *
 * <p>Tree {@code a}, seen from the root: the root feeds its line along dimension a; each node of
 * that line feeds its line along a + 1, each node of that plane its line along a + 2, and so on.
 * The nodes at coordinate 0 of dimension a are fed last, over the links along a that close the
 * rings: from the nodes behind them.
 *
 * <pre>
 *   tree 0 of 3x3      R ---&gt; o ---&gt; o       first along dimension 0, then along dimension 1;
 *                             |      |       x: over the links that close the rings of
 *                             v      v       dimension 0, from the last column
 *                      x      o      o
 *                             |      |
 *                             v      v
 *                      x      o      o
 * </pre>
 *
 * <p>A node with a non-zero set S of coordinates receives tree a over its incoming link along the
 * cyclic predecessor of a within S, or along a itself when a is not in S: over another dimension
 * for each tree, so no two trees share a link. n dimensions of at least two nodes have n trees;
 * only links into the root are idle, so more are impossible. The mirror image has n more in the
 * opposite directions, given {@link Torus#hasTwoLinksEach} (a corner of a mesh has only n links,
 * and two nodes have one each way).
 *
 * <p>In a dimension with edges links lead away from the root both ways, and the last ones back
 * towards it. Depth: the sum of (extent - 1), and 1 more when there are at least two dimensions;
 * with edges at most that. A node has at most n children, with edges at most 2 n - 1.
 *
 * <p>Costs O(n) for a parent and O(n^2) for children, whatever the size. Immutable.
 */
public final class EdgeDisjointTrees {
    private final Torus torus;
    private final int[] axes;
    private final int[] root;
    private final int count;

    /**
     * The trees from a root.
     *
     * @param mirrored whether to include those of the opposite directions
     */
    public EdgeDisjointTrees(Torus torus, int root, boolean mirrored) {
        this.torus = torus;
        this.root = torus.coordinates(root);
        axes = torus.axes();
        count = axes.length * (mirrored ? 2 : 1);
    }

    /** Number of trees; 0 for a single node. */
    public int count() {
        return count;
    }

    /** A rank's node in a tree; children are in the order of dimensions. */
    public TreeNode node(int tree, int rank) {
        int[] place = torus.coordinates(rank);
        int[] children = new int[2 * axes.length];
        int found = 0;
        for (int axis : axes) {
            for (int step = 1; step >= -1; step -= 2) {
                if (leads(tree, place, axis, step)) {
                    children[found++] = rankAt(place, axis, step);
                }
            }
        }
        return new TreeNode(parent(tree, place), Arrays.copyOf(children, found));
    }

    private int sign(int tree) {
        return tree < axes.length ? 1 : -1;
    }

    private int parent(int tree, int[] place) {
        int axis = incoming(tree, place);
        return axis < 0 ? TreeNode.NONE : rankAt(place, axis, -step(tree, place, axis));
    }

    /** Whether a tree uses the link from a place along a dimension in a direction. */
    private boolean leads(int tree, int[] place, int axis, int step) {
        int to = place[axis] + step;
        if (torus.wraps(axis) ? step != sign(tree) : to < 0 || to == torus.extent(axis)) {
            return false;
        }
        int[] next = place.clone();
        next[axis] = Math.floorMod(to, torus.extent(axis));
        return incoming(tree, next) == axis && step(tree, next, axis) == step;
    }

    private int rankAt(int[] place, int axis, int step) {
        int[] next = place.clone();
        next[axis] += step;
        return torus.rankAt(next);
    }

    /** The dimension of a place's incoming link; negative at the root. */
    private int incoming(int tree, int[] place) {
        int own = tree % axes.length;
        if (place[axes[own]] == root[axes[own]]) {
            return isRoot(place) ? -1 : axes[own];
        }
        int before = own;
        do {
            before = (before + axes.length - 1) % axes.length;
        } while (place[axes[before]] == root[axes[before]]);
        return axes[before];
    }

    private boolean isRoot(int[] place) {
        for (int axis : axes) {
            if (place[axis] != root[axis]) {
                return false;
            }
        }
        return true;
    }

    /** The direction of a place's incoming link along a dimension. */
    private int step(int tree, int[] place, int axis) {
        if (torus.wraps(axis)) {
            return sign(tree);
        }
        if (place[axis] != root[axis]) {
            return place[axis] > root[axis] ? 1 : -1;
        }
        return place[axis] + 1 < torus.extent(axis) ? -1 : 1;
    }
}
