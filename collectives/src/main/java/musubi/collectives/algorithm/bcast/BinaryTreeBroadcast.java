package musubi.collectives.algorithm.bcast;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;
import musubi.collectives.tree.BinaryTree;

/**
 * Broadcast down a balanced binary tree, optionally in segments. Open MPI coll/base, bcast bintree;
 * Binary_tree in the study of Fugaku.
 *
 * <p>Cost: (floor(log2 p) + k - 1) 2 (α + n/k β) with k segments.
 *
 * <pre>
 *   p = 7, root 0       0
 *                     /   \
 *                    1     2
 *                   / \   / \
 *                  3   5 4   6
 * </pre>
 */
public final class BinaryTreeBroadcast implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        BinaryTree tree = new BinaryTree(shape.place(), shape.size);
        for (Part part : Segments.of(Part.receive(0, shape.count), shape.segment)) {
            if (!shape.isRoot()) {
                builder.recv(shape.rankAt(tree.parent()), part);
            }
            for (int number = 0; number < 2; number++) {
                if (tree.child(number) != BinaryTree.NONE) {
                    builder.send(shape.rankAt(tree.child(number)), part);
                }
            }
        }
    }
}
