package musubi.collectives.model;

/**
 * What a message costs: {@code latencyS + bytes / bytesPerS}. Hockney, Parallel Computing 20(3),
 * 1994. Immutable.
 *
 * @param latencyS seconds before the first byte, L
 * @param bytesPerS bytes of a second after that, B
 */
public record HockneyLink(double latencyS, double bytesPerS) {
    /**
     * When nothing was measured: a link of Fugaku, as fitted to Trinaryx6 there (L = 1.73 us, B =
     * 6.34 GB/s); only the ratio of the two matters for a choice.
     */
    public static final HockneyLink TOFU = new HockneyLink(1.73e-6, 6.34e9);

    /** So many bytes pass in the time that a message takes to start. */
    double bytesOfLatency() {
        return latencyS * bytesPerS;
    }
}
