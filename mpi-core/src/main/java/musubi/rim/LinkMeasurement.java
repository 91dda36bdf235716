package musubi.rim;

import musubi.comm.Communicator;
import musubi.grid.SiteGraph;
import musubi.grid.SiteLink;
import musubi.grid.SiteMap;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;

/**
 * The measurement of the links between the sites of a job, when it starts: the first rank of each
 * site with that of each other one, as many pairs at once as possible, and with one on another node
 * of its own site. All ranks get the same graph.
 *
 * <p>What a rank at both ends of a link cannot see is assumed: a link takes as long in one
 * direction as in the other, and is as wide.
 */
public final class LinkMeasurement {
    private static final int NUMBERS = 4;
    private static final double NANOS = 1e9;

    private final SiteMap map;
    private final Communicator world;
    private final LinkProbe probe;

    /** The first rank of each site; -1 if it has none. */
    private final int[] leaders;

    /** A rank of each site on another node than the leader; -1 if there is none. */
    private final int[] neighbours;

    /** Site and site, ns one way and bytes a second, for each link that this rank has measured. */
    private long[] measured = {};

    private LinkMeasurement(
            SiteMap map, Communicator world, IntUnaryOperator nodeOf, LongSupplier clock) {
        this.map = map;
        this.world = world;
        probe = new LinkProbe(world, world.nextCheckTag(), clock);
        leaders = new int[map.sites()];
        neighbours = new int[map.sites()];
        Arrays.fill(leaders, -1);
        Arrays.fill(neighbours, -1);
        for (int rank = 0; rank < world.size(); rank++) {
            int node = nodeOf.applyAsInt(rank);
            int site = map.siteOf(node);
            if (leaders[site] < 0) {
                leaders[site] = rank;
            } else if (neighbours[site] < 0 && nodeOf.applyAsInt(leaders[site]) != node) {
                neighbours[site] = rank;
            }
        }
    }

    /**
     * Measures all links; collective.
     *
     * @param map of the job's nodes
     * @param world all ranks of the job
     * @param nodeOf node of each rank
     * @param clock in ns
     */
    public static SiteGraph measure(
            SiteMap map, Communicator world, IntUnaryOperator nodeOf, LongSupplier clock) {
        LinkMeasurement measurement = new LinkMeasurement(map, world, nodeOf, clock);
        measurement.measureOwn();
        return measurement.agree();
    }

    private void measureOwn() {
        int me = world.rank();
        for (int site = 0; site < leaders.length; site++) {
            if (leaders[site] == me) {
                measureOthers(site);
                measurePair(site, site, neighbours[site]);
            } else if (neighbours[site] == me) {
                probe.answer(leaders[site]);
            }
        }
    }

    private void measureOthers(int site) {
        for (int round = 0; round < Tournament.rounds(leaders.length); round++) {
            int other = Tournament.opponent(site, round, leaders.length);
            if (other > site) {
                measurePair(site, other, leaders[other]);
            } else if (other >= 0 && leaders[other] >= 0) {
                probe.answer(leaders[other]);
            }
        }
    }

    private void measurePair(int site, int other, int peer) {
        if (peer < 0) {
            return;
        }
        LinkProbe.Path path = probe.measure(peer);
        int end = measured.length;
        measured = Arrays.copyOf(measured, end + NUMBERS);
        measured[end] = site;
        measured[end + 1] = other;
        measured[end + 2] = path.latencyNs();
        measured[end + 3] = path.bytesPerS();
    }

    private SiteGraph agree() {
        int sites = map.sites();
        SiteLink[] links = new SiteLink[sites * sites];
        for (long[] row : world.allGatherRows(measured)) {
            for (int i = 0; i < row.length; i += NUMBERS) {
                SiteLink link = new SiteLink(row[i + 2] / NANOS, row[i + 3]);
                links[(int) (row[i] * sites + row[i + 1])] = link;
                links[(int) (row[i + 1] * sites + row[i])] = link;
            }
        }
        return SiteGraph.of(map, links);
    }
}
