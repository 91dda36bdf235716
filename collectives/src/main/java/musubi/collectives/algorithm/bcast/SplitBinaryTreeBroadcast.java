package musubi.collectives.algorithm.bcast;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;
import musubi.collectives.tree.BinaryTree;

import java.util.List;

/**
 * Broadcast of one half of the message down each half of a binary tree, optionally in segments;
 * then pairs of ranks from both halves exchange theirs. Open MPI coll/base, bcast split_bintree;
 * Split_binary_tree in the study of Fugaku. With an even p the last rank has no partner and
 * receives its other half from the root.
 *
 * <p>Cost: (floor(log2 p) + k/2 - 1) 2 (α + n/k β) + α + n/2 β with k segments.
 *
 * <pre>
 *   p = 7, root 0      0
 *   halves a b      a/   \b
 *                   1     2        then 1&lt;-&gt;2  3&lt;-&gt;4  5&lt;-&gt;6
 *                 a/ \a b/ \b
 *                 3   5 4   6
 * </pre>
 */
public final class SplitBinaryTreeBroadcast implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        long left = (shape.count + 1) / 2;
        Part[] halves = {
            Part.receive(0, left), Part.receive(left, shape.count - left),
        };
        if (shape.isRoot()) {
            spread(shape, builder, halves);
            return;
        }
        BinaryTree tree = new BinaryTree(shape.place(), shape.size);
        int mine = (tree.place() + 1) % 2;
        for (Part part : Segments.of(halves[mine], shape.segment)) {
            builder.recv(shape.rankAt(tree.parent()), part);
            for (int number = 0; number < 2; number++) {
                if (tree.child(number) != BinaryTree.NONE) {
                    builder.send(shape.rankAt(tree.child(number)), part);
                }
            }
        }
        exchange(shape, builder, halves, mine);
    }

    private static void spread(Shape shape, ScheduleBuilder builder, Part[] halves) {
        BinaryTree tree = new BinaryTree(0, shape.size);
        List<Part> left = Segments.of(halves[0], shape.segment);
        List<Part> right = Segments.of(halves[1], shape.segment);
        for (int i = 0; i < left.size(); i++) {
            if (tree.child(0) != BinaryTree.NONE) {
                builder.send(shape.rankAt(tree.child(0)), left.get(i));
            }
            if (tree.child(1) != BinaryTree.NONE && i < right.size()) {
                builder.send(shape.rankAt(tree.child(1)), right.get(i));
            }
        }
        if (shape.size % 2 == 0) {
            builder.send(shape.rankAt(shape.size - 1), halves[1]);
        }
    }

    private static void exchange(Shape shape, ScheduleBuilder builder, Part[] halves, int mine) {
        int partner = mine == 0 ? shape.place() + 1 : shape.place() - 1;
        if (partner == shape.size) {
            builder.recv(shape.root, halves[1]);
            return;
        }
        builder.send(shape.rankAt(partner), halves[mine]);
        builder.recv(shape.rankAt(partner), halves[1 - mine]);
    }
}
