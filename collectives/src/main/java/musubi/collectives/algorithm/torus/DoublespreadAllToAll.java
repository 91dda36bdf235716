package musubi.collectives.algorithm.torus;

import musubi.collectives.algorithm.alltoall.SendBlocks;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.Requirements;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.Torus;

/**
 * All-to-all in which all ranks send over the same distances of the torus at the same time, as many
 * at once as a node has links: pairs of opposite distances, each longest in another dimension
 * ({@link SpreadOrder}). Each round loads all links of a direction equally. Doublespread of
 * Fujitsu's MPI, after Hayashi and Horie, US 5,826,033, and Ajima et al., US 10,430,375. Also for
 * blocks of different sizes and types.
 *
 * <p>Cost on n dimensions: (p - 1) / (2 n) α + (p - 1) m β h / (2 n) for blocks of m bytes over h
 * hops on average; in place all data are copied first.
 *
 * <pre>
 *   4x4, four at once      (+1,0) (-1,0) (0,+1) (0,-1)      at all ranks
 * </pre>
 */
public final class DoublespreadAllToAll implements Planner {
    @Override
    public String refusal(Shape shape) {
        return Requirements.torus(shape);
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        Torus torus = shape.torus;
        SendBlocks outgoing = new SendBlocks(shape, builder);
        int atOnce = 2 * torus.axes().length;
        int[] here = torus.coordinates(shape.rank);
        int round = 0;
        for (int distance : SpreadOrder.of(torus)) {
            int[] hops = torus.coordinates(distance);
            int[] ahead = here.clone();
            int[] behind = here.clone();
            for (int d = 0; d < hops.length; d++) {
                ahead[d] += hops[d];
                behind[d] -= hops[d];
            }
            int from = torus.rankAt(behind);
            builder.send(torus.rankAt(ahead), outgoing.blockFor(torus.rankAt(ahead)));
            builder.recv(from, shape.receiveBlock(from));
            if (++round % atOnce == 0) {
                builder.fence();
            }
        }
    }
}
