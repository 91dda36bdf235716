package musubi.collectives.algorithm.neighbour;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;
import musubi.group.MessageAddress;
import musubi.topo.Neighbours;

/**
 * A direct message to each neighbour, all at once: the code that defines neighbourhood collectives
 * in MPI-4.1 section 8.6. Also for blocks of different sizes and types.
 *
 * <p>Messages between two ranks are numbered in sending order, so the order of receives determines
 * their blocks: see {@link Neighbours#receiveOrder}. Empty blocks are sent too, because the two
 * sides may differ in what is empty: the count or the type.
 *
 * <p>Cost: α + d n β for d neighbours.
 *
 * <pre>
 *   grid of 3 ranks, periodic   0-&gt;2 0-&gt;1   1-&gt;0 1-&gt;2   2-&gt;1 2-&gt;0
 * </pre>
 */
public final class LinearNeighbourhood implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        Neighbours neighbours = shape.neighbours;
        builder.independent();
        for (int i = 0; i < neighbours.inDegree(); i++) {
            int block = neighbours.receiveOrder(i);
            int source = neighbours.source(block);
            Part to = shape.receiveBlock(block);
            if (source != MessageAddress.PROC_NULL && to.count() > 0) {
                builder.recv(source, to);
            } else if (source != MessageAddress.PROC_NULL) {
                builder.await(source);
            }
        }
        for (int block = 0; block < neighbours.outDegree(); block++) {
            int destination = neighbours.destination(block);
            Part from = shape.toNeighbour(block);
            if (destination != MessageAddress.PROC_NULL && from.count() > 0) {
                builder.send(destination, from);
            } else if (destination != MessageAddress.PROC_NULL) {
                builder.signal(destination);
            }
        }
    }
}
