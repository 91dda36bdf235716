package musubi.collectives.algorithm.torus;

import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.Requirements;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;
import musubi.collectives.tree.GridTree;
import musubi.collectives.tree.TreeNode;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Broadcast down binary trees along the dimensions of a torus, one after the other ({@link
 * GridTree}): few hops in any shape, for messages too short for {@link TrinaryBroadcast}. Bintree3d
 * and Bintree6d of Fujitsu's MPI for Fugaku, as described in the study of its collectives: {@code
 * bintree3d} sends upwards in each dimension; {@code bintree6d} divides the message and sends the
 * second half downwards at the same time.
 *
 * <p>Cost with D = the sum of ceil(log2 extent), k parts and segments of s bytes: (D + n / (k s) -
 * 1) (α + s β), without contention.
 *
 * <pre>
 *   bintree3d on 4x4      R --&gt; o --&gt; o         root R to place 1, the root of the others;
 *   (a line of 4)               +-----------&gt; o  then each of them the same along dimension 1
 * </pre>
 */
public record GridBinaryBroadcast(int parts) implements Planner {
    private static final long UNCUT_BYTES = 768;
    private static final long SHORT_BYTES = 24 << 10;
    private static final long SHORT_SEGMENT = 1 << 10;
    private static final long LONG_SEGMENT = 8 << 10;

    @Override
    public String refusal(Shape shape) {
        return Requirements.torus(shape);
    }

    /** The sizes in Fujitsu's decision file for Fugaku. */
    @Override
    public long segmentBytes(Shape shape) {
        long bytes = shape.count * shape.itemBytes;
        return bytes <= UNCUT_BYTES ? 0 : bytes <= SHORT_BYTES ? SHORT_SEGMENT : LONG_SEGMENT;
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        new StripedBroadcast(shape, builder, nodes(shape)).takeAll();
    }

    private List<TreeNode> nodes(Shape shape) {
        return IntStream.range(0, shape.torus.axes().length == 0 ? 0 : parts)
                .mapToObj(part -> new GridTree(shape.torus, shape.root, part > 0))
                .map(tree -> tree.node(shape.rank))
                .toList();
    }
}
