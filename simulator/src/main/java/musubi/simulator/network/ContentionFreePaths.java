package musubi.simulator.network;

import java.util.HashMap;
import java.util.Map;

/**
 * Paths through a network from each rank to one peer, shared with no other rank: a message starts
 * when it is ready and the one before it has left, without contention.
 *
 * @param cost of a message of each rank
 * @param beyond additional latency because the peer is not a neighbour, picoseconds
 */
public record ContentionFreePaths(LinkCost[] cost, long[] beyond) {
    /**
     * Cost of messages of one size on each path, picoseconds.
     *
     * @param occupancy time from its start until the next one can start
     * @param flight time from its start to its arrival
     */
    public record Times(long[] occupancy, long[] flight) {}

    /** The times of each size, computed once. */
    public static final class Table {
        private final ContentionFreePaths paths;
        private final Map<Long, Times> known = new HashMap<>();

        public Table(ContentionFreePaths paths) {
            this.paths = paths;
        }

        public Times of(long bytes) {
            return known.computeIfAbsent(bytes, paths::times);
        }
    }

    private Times times(long bytes) {
        long[] occupancy = new long[cost.length];
        long[] flight = new long[cost.length];
        for (int rank = 0; rank < cost.length; rank++) {
            occupancy[rank] = cost[rank].occupancy(bytes);
            flight[rank] = cost[rank].latency() + cost[rank].transfer(bytes) + beyond[rank];
        }
        return new Times(occupancy, flight);
    }
}
