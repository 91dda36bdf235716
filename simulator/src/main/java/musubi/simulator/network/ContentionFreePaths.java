package musubi.simulator.network;

import java.util.HashMap;
import java.util.Map;

/**
 * Ways through a network from each rank to one peer of it, which nobody else's messages touch: a
 * message starts when it is ready and the one before it has left, and nothing else delays it.
 *
 * @param cost of a message of each rank
 * @param beyond how much later it arrives because the peer is not a neighbour, picoseconds
 */
public record ContentionFreePaths(LinkCost[] cost, long[] beyond) {
    /**
     * What messages of one size cost on each lane, picoseconds.
     *
     * @param occupancy how long each keeps the next one from starting
     * @param flight how long after its start it arrives
     */
    public record Times(long[] occupancy, long[] flight) {}

    /** The times of a size, found once. */
    public static final class Table {
        private final ContentionFreePaths lanes;
        private final Map<Long, Times> known = new HashMap<>();

        public Table(ContentionFreePaths lanes) {
            this.lanes = lanes;
        }

        public Times of(long bytes) {
            return known.computeIfAbsent(bytes, lanes::times);
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
