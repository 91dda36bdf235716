package musubi.collectives.algorithm.torus;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;
import musubi.collectives.schedule.Stripes;
import musubi.collectives.tree.TreeNode;

import java.util.List;

/**
 * A broadcast of a message in stripes, each down a tree of its own, segment by segment: the common
 * part of algorithms with several trees. Segments of all stripes alternate in the same order on all
 * ranks, so that messages between two ranks match independent of their trees.
 */
final class StripedBroadcast {
    private final ScheduleBuilder builder;
    private final List<TreeNode> nodes;
    private final Stripes stripes;

    /**
     * A broadcast of the first items of the receive buffer.
     *
     * @param nodes this rank's node in each tree
     */
    StripedBroadcast(Shape shape, ScheduleBuilder builder, List<TreeNode> nodes) {
        this.builder = builder;
        this.nodes = nodes;
        Part whole = Part.receive(0, shape.count);
        stripes = new Stripes(whole, shape.itemBytes, nodes.size(), shape.segment);
    }

    int turns() {
        return stripes.turns();
    }

    /** Forwards a segment of each stripe. */
    void take(int turn) {
        for (int tree = 0; tree < stripes.count(); tree++) {
            TreeNode node = nodes.get(tree);
            Part segment = stripes.segment(tree, turn);
            if (!node.isRoot()) {
                builder.recv(node.parent(), segment);
            }
            for (int child : node.children()) {
                builder.send(child, segment);
            }
        }
    }

    /** Forwards the whole message. */
    void takeAll() {
        for (int turn = 0; turn < turns(); turn++) {
            take(turn);
        }
    }
}
