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

    private final SiteRanks ranks;

    /** Site and site, ns one way and bytes a second, for each link that this rank has measured. */
    private long[] measured = {};

    private LinkMeasurement(
            SiteMap map, Communicator world, IntUnaryOperator nodeOf, LongSupplier clock) {
        this.map = map;
        this.world = world;
        probe = new LinkProbe(world, world.nextCheckTag(), clock);
        ranks = SiteRanks.of(map, world.size(), nodeOf);
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
        for (int site = 0; site < map.sites(); site++) {
            if (ranks.first(site) == me) {
                measureOthers(site);
                measurePair(site, site, ranks.neighbour(site));
            } else if (ranks.neighbour(site) == me) {
                probe.answer(ranks.first(site));
            }
        }
    }

    private void measureOthers(int site) {
        for (int round = 0; round < Tournament.rounds(map.sites()); round++) {
            int other = Tournament.opponent(site, round, map.sites());
            if (other > site) {
                measurePair(site, other, ranks.first(other));
            } else if (other >= 0 && ranks.first(other) >= 0) {
                probe.answer(ranks.first(other));
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
