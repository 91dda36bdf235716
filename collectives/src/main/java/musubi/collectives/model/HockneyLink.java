package musubi.collectives.model;

/**
 * The Hockney model of a message: {@code latencyS + bytes / bytesPerS} seconds. Hockney, Parallel
 * Computing 20(3), 1994. Immutable.
 *
 * @param latencyS latency L in seconds
 * @param bytesPerS bandwidth B in bytes a second
 */
public record HockneyLink(double latencyS, double bytesPerS) {
    /**
     * Default without measurements: a link of Fugaku, as fitted to Trinaryx6 there (L = 1.73 us, B
     * = 6.34 GB/s). Only L B affects a selection.
     */
    public static final HockneyLink TOFU = new HockneyLink(1.73e-6, 6.34e9);

    /** Bytes transferred in the time of a latency. */
    double bytesOfLatency() {
        return latencyS * bytesPerS;
    }
}
