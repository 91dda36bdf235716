package musubi.rim;

import musubi.comm.Communicator;
import musubi.grid.SiteGraph;
import musubi.route.SiteRoutes;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;

/**
 * The measurement of what relays cost, when a job of three sites or more starts: for each site two
 * ranks on other sites exchange a few short messages through its relay. What a round trip takes
 * longer than one over the links alone is the cost of passing the relay twice. All ranks get the
 * same numbers.
 */
final class RelayMeasurement {
    /** Larger messages pass the relay. */
    private static final long LIMIT_BYTES = 64;

    /** With their headers; a packet each. */
    private static final int MESSAGE_BYTES = 256;

    private static final double NANOS = 1e9;

    /** A relay is never free. */
    private static final double LEAST_S = 1e-6;

    private final SiteGraph graph;
    private final SiteRanks ranks;
    private final Communicator world;
    private final SiteRoutes routes;
    private final LinkProbe probe;

    private RelayMeasurement(
            SiteGraph graph, Communicator world, SiteRanks ranks, SiteRoutes routes, LinkProbe p) {
        this.graph = graph;
        this.ranks = ranks;
        this.world = world;
        this.routes = routes;
        probe = p;
    }

    /** The graph with the measured costs; collective. */
    static SiteGraph measure(
            SiteGraph graph,
            Communicator world,
            IntUnaryOperator nodeOf,
            SiteRoutes routes,
            LongSupplier clock) {
        SiteRanks ranks = SiteRanks.of(graph.map(), world.size(), nodeOf);
        LinkProbe probe = new LinkProbe(world, world.nextCheckTag(), clock);
        return new RelayMeasurement(graph, world, ranks, routes, probe).all();
    }

    private SiteGraph all() {
        int me = world.rank();
        long[] measured = {};
        for (int over = 0; over < graph.sites(); over++) {
            int[] ends = ends(graph, over, this::mayMeasure);
            if (ends.length == 0) {
                continue;
            }
            int caller = ranks.first(ends[0]);
            int answerer = ranks.first(ends[1]);
            if (me == caller && routes.beginProbe(answerer, over, LIMIT_BYTES)) {
                long trip = probe.roundTrip(answerer, MESSAGE_BYTES);
                routes.endProbe();
                measured = Arrays.copyOf(measured, measured.length + 2);
                measured[measured.length - 2] = over;
                measured[measured.length - 1] = Math.max(0, trip - linksNs(ends, over)) / 2;
            } else if (me == answerer && routes.beginProbe(caller, over, LIMIT_BYTES)) {
                probe.answer(caller, MESSAGE_BYTES);
                routes.endProbe();
            }
        }
        return agree(measured);
    }

    private boolean mayMeasure(int site) {
        return ranks.first(site) >= 0 && !routes.isPrivate(site);
    }

    /** Which sites may take part. */
    interface Condition {
        /** Whether a site may. */
        boolean holds(int site);
    }

    /**
     * The sites at the ends of the shortest way over a site that takes longer than the direct link:
     * messages that pass relays are not reported before short ones that were sent earlier. None if
     * there are no such sites.
     */
    static int[] ends(SiteGraph graph, int over, Condition may) {
        int[] best = {};
        double least = Double.POSITIVE_INFINITY;
        for (int from = 0; may.holds(over) && from < graph.sites(); from++) {
            for (int to = from + 1; to < graph.sites(); to++) {
                boolean isUsable = from != over && to != over && may.holds(from) && may.holds(to);
                double way = isUsable ? latency(graph, from, over) + latency(graph, over, to) : 0;
                if (isUsable && way < least && way >= latency(graph, from, to)) {
                    least = way;
                    best = new int[] {from, to};
                }
            }
        }
        return best;
    }

    private static double latency(SiteGraph graph, int from, int to) {
        return graph.link(from, to) == null
                ? Double.POSITIVE_INFINITY
                : graph.link(from, to).latencyS();
    }

    /** A round trip without the relay. */
    private long linksNs(int[] ends, int over) {
        double seconds =
                graph.link(ends[0], over).seconds(MESSAGE_BYTES)
                        + graph.link(over, ends[1]).seconds(MESSAGE_BYTES);
        return Math.round(2 * seconds * NANOS);
    }

    /** Sites that were not measured get the mean of the others. */
    private SiteGraph agree(long... measured) {
        double[] seconds = new double[graph.sites()];
        double sum = 0;
        int count = 0;
        for (long[] row : world.allGatherRows(measured)) {
            for (int i = 0; i < row.length; i += 2) {
                seconds[(int) row[i]] = Math.max(LEAST_S, row[i + 1] / NANOS);
                sum += seconds[(int) row[i]];
                count++;
            }
        }
        for (int site = 0; site < seconds.length; site++) {
            boolean isMeasured = seconds[site] > 0;
            seconds[site] = isMeasured || count == 0 ? seconds[site] : sum / count;
        }
        return graph.withRelays(seconds);
    }
}
