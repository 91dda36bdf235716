package musubi.rim;

import musubi.comm.Communicator;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.grid.SiteMap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The sites of a job's nodes, found by the round trips between the first ranks of all pairs of
 * nodes: nodes are on one site if a chain of short round trips connects them. All ranks find the
 * same.
 */
public final class SiteDiscovery {
    /** Each node has a connection to each other one. */
    static final int MOST_NODES = 64;

    /** A round trip within a site takes less. */
    private static final long SHORT_TRIP_NS = 500_000;

    /** On slow or busy networks it takes less than this times the shortest of all. */
    private static final int SHORT_TRIP_RATIO = 3;

    /** No network within a site is that slow. */
    private static final long LONG_TRIP_NS = 2_000_000;

    private static final int NONE = -1;
    private static final long UNKNOWN = Long.MAX_VALUE / SHORT_TRIP_RATIO;

    private SiteDiscovery() {}

    /**
     * Finds the sites; collective.
     *
     * @param world all ranks of the job
     * @param nodeOf node of each rank
     * @param clock in ns
     * @throws MpiFailure of class ARG when there are too many nodes
     */
    public static SiteMap find(Communicator world, int[] nodeOf, LongSupplier clock) {
        int nodes = Arrays.stream(nodeOf).max().orElse(0) + 1;
        if (nodes > MOST_NODES) {
            throw new MpiFailure(ErrorClass.ARG, "too many nodes to find their sites")
                    .with("nodes", nodes, "limit", MOST_NODES)
                    .advice("name the sites with mpiexec --sites, or in the host file");
        }
        int[] first = new int[nodes];
        Arrays.fill(first, NONE);
        for (int rank = nodeOf.length - 1; rank >= 0; rank--) {
            first[nodeOf[rank]] = rank;
        }
        LinkProbe probe = new LinkProbe(world, world.nextCheckTag(), clock);
        int me = nodeOf[world.rank()];
        boolean measures = first[me] == world.rank();
        long[][] rows = world.allGatherRows(measures ? trips(probe, me, first) : new long[0]);
        long[][] trips = new long[nodes][];
        for (int node = 0; node < nodes; node++) {
            trips[node] = first[node] == NONE ? unknown(nodes) : rows[first[node]];
        }
        return sites(trips);
    }

    private static long[] unknown(int nodes) {
        long[] trips = new long[nodes];
        Arrays.fill(trips, UNKNOWN);
        return trips;
    }

    /** The round trips to the nodes behind this one, in ns. */
    private static long[] trips(LinkProbe probe, int me, int... first) {
        long[] trips = unknown(first.length);
        for (int round = 0; round < Tournament.rounds(first.length); round++) {
            int other = Tournament.opponent(me, round, first.length);
            int peer = other < 0 ? NONE : first[other];
            if (peer != NONE && other > me) {
                trips[other] = probe.roundTrip(peer);
            } else if (peer != NONE) {
                probe.answer(peer);
            }
        }
        return trips;
    }

    /**
     * The sites of nodes.
     *
     * @param trips from each node to those behind it, in ns; {@link #UNKNOWN} to those without
     *     ranks
     */
    static SiteMap sites(long[]... trips) {
        int nodes = trips.length;
        long shortest = UNKNOWN;
        for (int from = 0; from < nodes; from++) {
            for (int to = from + 1; to < nodes; to++) {
                shortest = Math.min(shortest, trips[from][to]);
            }
        }
        long relative = Math.min(SHORT_TRIP_RATIO * shortest, LONG_TRIP_NS);
        long limit = Math.max(SHORT_TRIP_NS, relative);
        int[] siteOf = new int[nodes];
        Arrays.setAll(siteOf, node -> node);
        for (int from = 0; from < nodes; from++) {
            for (int to = from + 1; to < nodes; to++) {
                if (trips[from][to] < limit) {
                    join(siteOf, siteOf[from], siteOf[to]);
                }
            }
        }
        return numbered(siteOf);
    }

    private static void join(int[] siteOf, int one, int other) {
        for (int node = 0; node < siteOf.length; node++) {
            if (siteOf[node] == one || siteOf[node] == other) {
                siteOf[node] = Math.min(one, other);
            }
        }
    }

    /** Sites numbered from 0 by their first nodes. */
    private static SiteMap numbered(int... siteOf) {
        List<String> names = new ArrayList<>();
        int[] numbers = new int[siteOf.length];
        for (int node = 0; node < siteOf.length; node++) {
            if (siteOf[node] == node) {
                numbers[node] = names.size();
                names.add("site" + names.size());
            } else {
                numbers[node] = numbers[siteOf[node]];
            }
        }
        return SiteMap.of(names, numbers);
    }
}
