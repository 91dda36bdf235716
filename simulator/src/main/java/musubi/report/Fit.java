package musubi.report;

import musubi.simulator.Cost;

/**
 * What the study fitted to its broadcasts on 3,072 nodes.
 *
 * @param latency L, seconds
 * @param bandwidth B, bytes a second
 */
record Fit(double latency, double bandwidth) {
    /** Of Trinaryx6; here also of Trinaryx3 and all-to-alls. */
    static final Fit TRINARY = new Fit(1.73e-6, 6.34e9);

    /** Of Bintree3d; here also of all other broadcasts, which it does not tell. */
    static final Fit TREE = new Fit(4.29e-6, 6.64e9);

    Cost cost() {
        return Cost.of(latency, latency, bandwidth);
    }
}
