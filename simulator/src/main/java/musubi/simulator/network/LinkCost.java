package musubi.simulator.network;

/**
 * Cost of a message of n bytes between two neighbours: it arrives L + n / B after its start, and
 * its first resource (a link, a port) is free for the next one o + n / B after the start, with o at
 * most L. With o = L successive messages take L + n / B each, as in the equations for pipelines of
 * Open MPI and Fujitsu's MPI; with o = 0 their latencies overlap.
 *
 * @param latency L, picoseconds
 * @param overhead o, picoseconds
 * @param picosPerByte 1 / B
 */
public record LinkCost(long latency, long overhead, double picosPerByte) {
    /** Picoseconds in a second. */
    public static final double SECOND = 1e12;

    public LinkCost {
        if (latency < 0 || overhead < 0 || overhead > latency || !(picosPerByte >= 0)) {
            throw new IllegalArgumentException(
                    String.format(
                            "cost of a link is out of range: latency=%d ps overhead=%d ps"
                                    + " picosPerByte=%s; give 0 <= overhead <= latency and a"
                                    + " bandwidth",
                            latency, overhead, picosPerByte));
        }
    }

    /**
     * The cost of a link.
     *
     * @param latency seconds
     * @param overhead seconds
     * @param bandwidth bytes a second
     */
    public static LinkCost of(double latency, double overhead, double bandwidth) {
        return new LinkCost(
                Math.round(latency * SECOND), Math.round(overhead * SECOND), SECOND / bandwidth);
    }

    /** Transfer time of the bytes of a message, picoseconds. */
    long transfer(long bytes) {
        return Math.round(bytes * picosPerByte);
    }

    /** Time for which a message keeps others from starting, picoseconds. */
    long occupancy(long bytes) {
        return overhead + transfer(bytes);
    }
}
