package musubi.simulator.report;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;
import musubi.collectives.tree.EdgeDisjointTrees;
import musubi.collectives.tree.TreeNode;

import java.util.Arrays;

/** A broadcast down a single one of the trees of Trinaryx3, as the reference for several trees. */
public record SingleTreeBroadcast() implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        TreeNode node = new EdgeDisjointTrees(shape.torus, shape.root, false).node(0, shape.rank);
        for (Part segment : Segments.of(Part.receive(0, shape.count), shape.segment)) {
            if (!node.isRoot()) {
                builder.recv(node.parent(), segment);
            }
            Arrays.stream(node.children()).forEach(child -> builder.send(child, segment));
        }
    }
}
