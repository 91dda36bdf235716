package musubi.adi;

import java.util.List;

/**
 * The routes to the peers of a rank, by the sizes of messages; implemented by the core. A route is
 * direct or passes relays, which forward the bytes of connections. Called by any thread.
 */
public interface PeerRoutes {
    /** Most classes of sizes. */
    int MOST_CLASSES = 4;

    /** A number that changes when the routes change. */
    int version();

    /**
     * The largest sizes in bytes of all classes but the last one, which has no limit; ascending. An
     * empty array when all messages to the peer take the same route. Belongs to the core.
     */
    long[] limits(int peer);

    /**
     * The route of messages of a class.
     *
     * @param sizeClass from 0; the last class for all higher numbers
     * @param attempt 0 for the best route; others for the next attempts, after one that failed
     */
    Route route(int peer, int sizeClass, int attempt);

    /**
     * Shortest round trip to a peer on the best route of a class, over all links between sites, in
     * microseconds; 0 while they are not measured, and for a peer on the same site.
     */
    long roundTripUs(int peer, int sizeClass);

    /**
     * A route; immutable.
     *
     * @param relays to be passed, in this order; empty when the route is direct
     * @param chunkBytes largest amount that a relay is to read before it passes it on
     */
    record Route(List<Relay> relays, int chunkBytes) {}

    /**
     * A relay; immutable.
     *
     * @param id its number in the job
     * @param address where it listens, {@code host:port}
     */
    record Relay(int id, String address) {}
}
