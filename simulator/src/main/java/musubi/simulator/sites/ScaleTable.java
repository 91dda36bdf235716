package musubi.simulator.sites;

import musubi.coll.CollectiveKind;
import musubi.grid.SiteGraph;
import musubi.simulator.network.GridCosts;
import musubi.simulator.network.GridRoute;
import musubi.simulator.network.GridRouting;
import musubi.simulator.network.Machine;
import musubi.simulator.report.MarkdownTable;
import musubi.simulator.sites.ScaleTimes.Case;
import musubi.simulator.sites.ScaleTimes.Time;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Collectives of 1,024 nodes on several sites: by site, flat, and what ranks choose. */
final class ScaleTable {
    static final int NODES = 1024;
    static final List<Integer> SITES = List.of(4, 16, 64);

    private static final double MS = 1e3;
    private static final long KIB = 1 << 10;
    private static final long MIB = 1 << 20;

    /** Collectives and their sizes: of messages, or of blocks. */
    static final List<Sizes> ALL =
            List.of(
                    new Sizes(CollectiveKind.BARRIER, 0),
                    new Sizes(CollectiveKind.BCAST, 8, 64 * KIB, MIB, 16 * MIB),
                    new Sizes(CollectiveKind.REDUCE, 8, MIB),
                    new Sizes(CollectiveKind.ALLREDUCE, 8, 64 * KIB, MIB, 16 * MIB),
                    new Sizes(CollectiveKind.GATHER, 8, 16 * KIB),
                    new Sizes(CollectiveKind.SCATTER, 8, 16 * KIB),
                    new Sizes(CollectiveKind.ALLGATHER, 8, KIB),
                    new Sizes(CollectiveKind.ALLTOALL, 8, KIB));

    private ScaleTable() {}

    /** A collective at some sizes. */
    record Sizes(CollectiveKind kind, long... bytes) {}

    /** Lists of cases of one kind and size, on all machines. */
    static List<List<Case>> cases() {
        List<List<Case>> all = new ArrayList<>();
        for (Sizes some : ALL) {
            for (long bytes : some.bytes) {
                List<Case> alike = new ArrayList<>();
                for (ScaleGraph links : ScaleGraph.values()) {
                    SITES.forEach(n -> alike.add(new Case(links, n, some.kind, bytes)));
                }
                all.add(alike);
            }
        }
        return all;
    }

    /** The best algorithms and the chosen one on one machine; cases without times are left out. */
    static List<String> lines(ScaleGraph links, int sites, ScaleTimes times, ScaleStudy study) {
        MarkdownTable table =
                new MarkdownTable(
                        "collective",
                        "size",
                        "best flat",
                        "ms",
                        "by site",
                        "ms",
                        "chosen",
                        "ms",
                        "loss");
        for (Sizes some : ALL) {
            for (long bytes : some.bytes) {
                Case key = new Case(links, sites, some.kind, bytes);
                Map<String, Time> all = times.of(key);
                if (all.isEmpty()) {
                    continue;
                }
                List<Object> cells = new ArrayList<>();
                cells.add(some.kind.name().toLowerCase(Locale.ROOT));
                cells.add(bytes == 0 ? "" : MarkdownTable.size(bytes));
                addTo(cells, all, best(all, false));
                addTo(cells, all, best(all, true));
                String chosen = study.choice(key).algorithm().name();
                addTo(cells, all, chosen);
                cells.add(Math.round(100 * loss(all, chosen)) + " %");
                table.row(cells.toArray());
            }
        }
        return table.lines();
    }

    private static void addTo(List<Object> cells, Map<String, Time> all, String name) {
        cells.add(name == null ? "" : name);
        cells.add(name == null ? "" : (Object) (MS * all.get(name).seconds()));
    }

    /** The fastest algorithm by site, or flat; null if there is none. */
    private static String best(Map<String, Time> all, boolean bySite) {
        String best = null;
        for (Map.Entry<String, Time> each : all.entrySet()) {
            boolean isCandidate =
                    each.getValue().isComplete() && ScaleStudy.isBySite(each.getKey()) == bySite;
            if (isCandidate && (best == null || each.getValue().nanos() < all.get(best).nanos())) {
                best = each.getKey();
            }
        }
        return best;
    }

    /** The time of the chosen algorithm over that of the best one, less 1. */
    static double loss(Map<String, Time> all, String chosen) {
        double best =
                all.values().stream()
                        .filter(Time::isComplete)
                        .mapToDouble(Time::seconds)
                        .min()
                        .orElseThrow();
        return all.get(chosen).seconds() / best - 1;
    }

    /** The chosen algorithms in full meshes, with the network's routes and with relays. */
    static List<String> relays() {
        MarkdownTable table =
                new MarkdownTable(
                        "sites", "collective", "size", "pairs over relays", "direct, ms", "ms");
        for (int sites : SITES) {
            SiteGraph graph = ScaleGraph.MESH.of(sites, NODES);
            GridRouting bySize = GridRouting.bySize(graph);
            Machine direct = ScaleGraph.MESH.machine(sites, NODES);
            Machine relays = Machine.grid(graph, 1, bySize, GridCosts.TCP);
            for (Sizes some :
                    List.of(
                            new Sizes(CollectiveKind.BARRIER, 0),
                            new Sizes(CollectiveKind.BCAST, 8, MIB),
                            new Sizes(CollectiveKind.ALLREDUCE, 8, MIB),
                            new Sizes(CollectiveKind.ALLGATHER, 8, KIB))) {
                for (long bytes : some.bytes) {
                    table.row(
                            sites,
                            some.kind.name().toLowerCase(Locale.ROOT),
                            bytes == 0 ? "" : MarkdownTable.size(bytes),
                            relayed(bySize, sites, bytes) + " %",
                            MS * ScaleStudy.chosenSeconds(some.kind, direct, bytes),
                            MS * ScaleStudy.chosenSeconds(some.kind, relays, bytes));
                }
            }
        }
        return table.lines();
    }

    /** Percent of the pairs of sites whose messages of a size take relays. */
    private static long relayed(GridRouting routing, int sites, long bytes) {
        int count = 0;
        for (int from = 0; from < sites; from++) {
            for (int to = 0; to < sites; to++) {
                GridRoute route = routing.route(from, to, bytes);
                count += route.forwarding() == GridRoute.Forwarding.RELAYS ? 1 : 0;
            }
        }
        return Math.round(100.0 * count / (sites * (sites - 1)));
    }
}
