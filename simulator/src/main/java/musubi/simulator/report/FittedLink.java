package musubi.simulator.report;

import musubi.collectives.topology.TorusEmbedding;
import musubi.simulator.network.LinkCost;
import musubi.simulator.network.Machine;

/**
 * Link parameters that the study fitted to broadcasts on 3,072 nodes.
 *
 * @param latency L, seconds
 * @param bandwidth B, bytes a second
 */
record FittedLink(double latency, double bandwidth) {
    /** Of Trinaryx6; used here for Trinaryx3 and all-to-alls too. */
    static final FittedLink TRINARY = new FittedLink(1.73e-6, 6.34e9);

    /** Of Bintree3d; used here for all other broadcasts too, for which it gives none. */
    static final FittedLink TREE = new FittedLink(4.29e-6, 6.64e9);

    LinkCost cost() {
        return LinkCost.of(latency, latency, bandwidth);
    }

    /** A torus of these links, with one rank per node. */
    Machine torus(TorusEmbedding layout) {
        return Machine.torus(layout, 1, cost(), 0, cost(), Machine.Limits.NONE);
    }
}
