package musubi.simulator.sites;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.schedule.Algorithm;
import musubi.simulator.execution.Experiment;
import musubi.simulator.network.GridCosts;
import musubi.simulator.network.GridRoute.Forwarding;
import musubi.simulator.network.GridRouting;
import musubi.simulator.network.Machine;
import musubi.simulator.report.MarkdownTable;
import musubi.simulator.sites.RouteFindings.Pair;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The broadcast from C in Fig. 4 of the GridMPI paper: the chain C, A, B, D of Fig. 6, and the star
 * of three messages from C, by the schedules that ranks execute.
 */
final class BroadcastArrivals {
    private static final double PICOS_IN_MICRO = 1e6;
    private static final double SECOND = 1e12;
    private static final String BY_SITE = "by-site";
    private static final String LINEAR = "linear";

    /** As far as each cluster. */
    private static final List<String> PATHS = List.of("CA", "CAB", "CABD");

    BroadcastArrivals() {}

    /** The arrivals of a line of {@code grid-bcast.csv}. */
    List<Pair> arrivals(ReferenceTable.Row row) {
        long bytes = row.bytes();
        double cost = row.relayCost();
        List<Pair> pairs = new ArrayList<>();
        double[] chain = arrivals(FourClusters.inChain(), BY_SITE, bytes, cost);
        double[] star = arrivals(FourClusters.of(0), LINEAR, bytes, 0);
        FourClusters relays = FourClusters.of(cost);
        for (int site = 1; site < FourClusters.NAMES.length(); site++) {
            char name = FourClusters.NAMES.charAt(site);
            String sf = site == 1 ? "fig6_chain_sf_A" : "fig6_sf_" + name;
            String ct = site == 1 ? "fig6_chain_ct_A" : "fig6_ct_" + name;
            double through = relays.along(PATHS.get(site - 1), Forwarding.CUT_THROUGH, bytes, 0);
            pairs.add(new Pair(sf, row.number(sf), chain[site]));
            pairs.add(new Pair(ct, row.number(ct), through));
            pairs.add(new Pair("star_" + name, row.number("star_" + name), star[site]));
        }
        return pairs;
    }

    /**
     * When the message is at each rank, without segments. A rank spends the relay cost on a message
     * after it has arrived.
     */
    private static double[] arrivals(FourClusters four, String name, long bytes, double cost) {
        long receiving = Math.round(cost * PICOS_IN_MICRO);
        long[] picos = experiment(four, receiving).arrivals(algorithm(name), bytes, 0);
        double[] seconds = new double[picos.length];
        for (int rank = 1; rank < seconds.length; rank++) {
            seconds[rank] = (picos[rank] - receiving) / SECOND;
        }
        return seconds;
    }

    private static Algorithm algorithm(String name) {
        return Catalogue.find(CollectiveKind.BCAST, name);
    }

    private static Experiment experiment(FourClusters four, long receiving) {
        GridCosts costs = new GridCosts(0, receiving, Long.MAX_VALUE, Long.MAX_VALUE, 0);
        GridRouting network = GridRouting.ofNetwork(four.graph());
        Machine machine = Machine.grid(four.graph(), 1, network, costs);
        return new Experiment(CollectiveKind.BCAST, machine, 0);
    }

    /** All lines of {@code grid-bcast.csv}, and the broadcast by site in segments. */
    List<String> lines() {
        MarkdownTable table =
                new MarkdownTable(
                        "bytes",
                        "relay, µs",
                        "chain, at A",
                        "at B",
                        "at D",
                        "cut-through, at D",
                        "star, at D",
                        "difference",
                        "by-site, in segments");
        for (ReferenceTable.Row row : ReferenceTable.read("grid-bcast.csv").rows()) {
            Map<String, Double> simulated = new TreeMap<>();
            double most = 0;
            for (Pair pair : arrivals(row)) {
                simulated.put(pair.what(), pair.simulated());
                most = Math.max(most, pair.difference());
            }
            List<Object> cells = new ArrayList<>(List.of(row.bytes(), (long) row.relayCost()));
            for (String what :
                    List.of("fig6_chain_sf_A", "fig6_sf_B", "fig6_sf_D", "fig6_ct_D", "star_D")) {
                cells.add(RouteFindings.millis(simulated.get(what)));
            }
            cells.add(RouteFindings.percent(most));
            cells.add(RouteFindings.millis(inSegments(row)));
            table.row(cells.toArray());
        }
        return table.lines();
    }

    /** Seconds until the last rank has the message, by the tree for its size. */
    private static double inSegments(ReferenceTable.Row row) {
        long receiving = Math.round(row.relayCost() * PICOS_IN_MICRO);
        Experiment experiment = experiment(FourClusters.of(row.relayCost()), receiving);
        long segment = experiment.ownSegment(algorithm(BY_SITE), row.bytes());
        return experiment.run(algorithm(BY_SITE), row.bytes(), segment).seconds();
    }
}
