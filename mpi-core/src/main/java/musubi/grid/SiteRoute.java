package musubi.grid;

import java.util.List;

/**
 * A way from a site to another one. Immutable.
 *
 * @param sites the first, the relays, and the last
 * @param chunkBytes bytes that relays forward at a time; 0: the whole message
 * @param seconds predicted for the message that it was planned for
 */
public record SiteRoute(List<Integer> sites, long chunkBytes, double seconds) {
    /** Whether there are no relays. */
    public boolean isDirect() {
        return sites.size() <= 2;
    }
}
