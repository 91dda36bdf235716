package musubi.collectives.algorithm;

import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;
import musubi.collectives.schedule.TreeNode;

import java.util.ArrayList;
import java.util.List;

/**
 * Broadcast down binary trees along the dimensions of a torus, one after the other ({@link
 * GridTree}): few hops in any shape, for messages too short for {@link TrinaryBroadcast}. Bintree3d
 * and Bintree6d of Fujitsu's MPI for Fugaku, as the paper on its collectives describes them:
 * {@code bintree3d} has one tree; {@code bintree6d} has one for each dimension to begin with and
 * each direction, and cuts the message into as many parts.
 *
 * <p>Cost with D = the sum of ceil(log2 extent), k trees and segments of s bytes: (D + n / (k s) -
 * 1) (α + s β), links shared by several messages not counted.
 *
 * <pre>
 *   bintree3d on 4x3, root R      R---------&gt;o       along dimension 0: R to the middle, that to
 *                                 |   o&lt;-----|--&gt;o   both sides; then each along dimension 1
 *                                 v   v      v   v
 *                                 o   o      o   o
 *                                 v   v      v   v
 *                                 o   o      o   o
 * </pre>
 */
public final class GridBinaryBroadcast implements Algorithm {
    private final String name;
    private final boolean striped;

    private GridBinaryBroadcast(String name, boolean striped) {
        this.name = name;
        this.striped = striped;
    }

    /** With one tree. */
    public static Algorithm bintree3d() {
        return new GridBinaryBroadcast("bintree3d", false);
    }

    /** With two trees for each dimension. */
    public static Algorithm bintree6d() {
        return new GridBinaryBroadcast("bintree6d", true);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String refusal(Shape shape) {
        return shape.torus == null ? Trinary.noTorus(shape) : null;
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        new StripedBroadcast(shape, builder, nodes(shape)).takeAll();
    }

    private List<TreeNode> nodes(Shape shape) {
        int[] axes = shape.torus.axes();
        int trees = striped ? 2 * axes.length : Math.min(1, axes.length);
        List<TreeNode> nodes = new ArrayList<>();
        for (int tree = 0; tree < trees; tree++) {
            int[] order = new int[axes.length];
            for (int i = 0; i < axes.length; i++) {
                order[i] = axes[(tree + i) % axes.length];
            }
            GridTree grid = new GridTree(shape.torus, shape.root, order, tree >= axes.length);
            nodes.add(grid.node(shape.rank));
        }
        return nodes;
    }
}
