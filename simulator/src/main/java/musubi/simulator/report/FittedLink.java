package musubi.simulator.report;

import musubi.simulator.network.LinkCost;

/**
 * What the study fitted to its broadcasts on 3,072 nodes.
 *
 * @param latency L, seconds
 * @param bandwidth B, bytes a second
 */
record FittedLink(double latency, double bandwidth) {
    /** Of Trinaryx6; here also of Trinaryx3 and all-to-alls. */
    static final FittedLink TRINARY = new FittedLink(1.73e-6, 6.34e9);

    /** Of Bintree3d; here also of all other broadcasts, which it does not tell. */
    static final FittedLink TREE = new FittedLink(4.29e-6, 6.64e9);

    LinkCost cost() {
        return LinkCost.of(latency, latency, bandwidth);
    }
}
