package musubi.collectives.algorithm.torus;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;
import musubi.collectives.schedule.Stripes;
import musubi.collectives.tree.TreeNode;

import java.util.ArrayList;
import java.util.List;

/**
 * A reduction of a message in stripes, each up a tree of its own, segment by segment: the mirror
 * image of {@link StripedBroadcast}. A rank combines its own operand with those of its children in
 * their order, not in that of arrival, so equal calls give equal bits.
 *
 * <p>Each child has a buffer for its stripe, so its segments wait for no other: in total at most
 * one message for the children of each tree. If the rank may use its receive buffer, the operands
 * of the first child arrive there, and the result needs no copy.
 */
final class StripedReduction {
    private final ScheduleBuilder builder;
    private final List<TreeNode> nodes;
    private final Stripes stripes;
    private final Part contribution;

    /** Whether partial results are in the receive buffer. */
    private final boolean inReceive;

    /** For each tree and child its buffer; null if {@link #inReceive} replaces it. */
    private final List<Part[]> buffers = new ArrayList<>();

    /** Start of each tree's stripe. */
    private final long[] starts;

    /**
     * A reduction of the contributions of all ranks.
     *
     * @param nodes this rank's node in each tree; the root gets the result in its receive buffer
     * @param inReceive whether this rank's receive buffer may be written; true at roots
     */
    StripedReduction(
            Shape shape, ScheduleBuilder builder, List<TreeNode> nodes, boolean inReceive) {
        this.builder = builder;
        this.nodes = nodes;
        this.inReceive = inReceive;
        contribution = shape.contribution();
        Part whole = Part.receive(0, shape.count);
        stripes = new Stripes(whole, shape.itemBytes, nodes.size(), shape.segment);
        starts = new long[nodes.size()];
        for (int tree = 0; tree < nodes.size(); tree++) {
            Part stripe = Stripes.of(whole, shape.itemBytes, nodes.size(), tree);
            starts[tree] = stripe.offset();
            buffers.add(buffers(nodes.get(tree), stripe.count()));
        }
    }

    private Part[] buffers(TreeNode node, long count) {
        Part[] buffer = new Part[node.children().length];
        for (int child = inReceive && !isResult(contribution) ? 1 : 0;
                child < buffer.length;
                child++) {
            buffer[child] = builder.temporary(count);
        }
        return buffer;
    }

    private static boolean isResult(Part part) {
        return part.buffer() == Part.RECEIVE;
    }

    int turns() {
        return stripes.turns();
    }

    /** Forwards a segment of each stripe. */
    void take(int turn) {
        for (int tree = 0; tree < stripes.count(); tree++) {
            TreeNode node = nodes.get(tree);
            Part value = reduced(tree, stripes.segment(tree, turn));
            if (!node.isRoot()) {
                builder.send(node.parent(), value);
            }
        }
    }

    /** This rank's operand and those of its children for a segment. */
    private Part reduced(int tree, Part segment) {
        Part value = contribution.slice(segment.offset(), segment.count());
        boolean writable = inReceive && isResult(contribution);
        int[] children = nodes.get(tree).children();
        for (int child = 0; child < children.length; child++) {
            Part buffer = buffers.get(tree)[child];
            Part arrival =
                    buffer == null
                            ? segment
                            : buffer.slice(segment.offset() - starts[tree], segment.count());
            builder.recv(children[child], arrival);
            if (writable) {
                builder.reduce(arrival, value);
            } else {
                builder.reduce(value, arrival);
                value = arrival;
                writable = true;
            }
        }
        return value;
    }

    /** Forwards the whole message. */
    void takeAll() {
        for (int turn = 0; turn < turns(); turn++) {
            take(turn);
        }
    }
}
