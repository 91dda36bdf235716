package musubi.grid;

/**
 * A link between two sites in one direction, or the network within a site. Immutable.
 *
 * @param latencyS seconds one way, half of a round trip
 * @param bytesPerS bandwidth
 */
public record SiteLink(double latencyS, double bytesPerS) {
    /** Seconds until a message has arrived whole. */
    public double seconds(long bytes) {
        return latencyS + bytes / bytesPerS;
    }
}
