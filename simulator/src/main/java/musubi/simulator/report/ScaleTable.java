package musubi.simulator.report;

import musubi.coll.CollectiveKind;
import musubi.grid.SiteGraph;
import musubi.simulator.network.GridCosts;
import musubi.simulator.network.GridRoute;
import musubi.simulator.network.GridRouting;
import musubi.simulator.network.Machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

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
                    new Sizes(CollectiveKind.REDUCE, 8, 64 * KIB, MIB, 16 * MIB),
                    new Sizes(CollectiveKind.ALLREDUCE, 8, 64 * KIB, MIB, 16 * MIB),
                    new Sizes(CollectiveKind.GATHER, 8, KIB, 16 * KIB),
                    new Sizes(CollectiveKind.SCATTER, 8, KIB, 16 * KIB),
                    new Sizes(CollectiveKind.ALLGATHER, 8, KIB, 16 * KIB),
                    new Sizes(CollectiveKind.ALLTOALL, 8, 64, KIB, 16 * KIB));

    private final Consumer<String> progress;

    ScaleTable(Consumer<String> progress) {
        this.progress = progress;
    }

    /** A collective at some sizes. */
    record Sizes(CollectiveKind kind, long... bytes) {}

    /** The machine of a graph without relays. */
    static Machine machine(ScaleGraph links, int sites, int nodes) {
        SiteGraph graph = links.of(sites, nodes);
        return Machine.grid(graph, 1, GridRouting.ofNetwork(graph), GridCosts.TCP);
    }

    /** A table of one graph. */
    List<String> lines(ScaleGraph links, int sites, List<Sizes> all) {
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
        Machine machine = machine(links, sites, NODES);
        for (Sizes some : all) {
            for (long bytes : some.bytes) {
                progress.accept(links + " " + sites + " sites " + some.kind + " " + bytes);
                add(table, ScaleCase.of(some.kind, machine, bytes));
            }
        }
        return table.lines();
    }

    private static void add(MarkdownTable table, ScaleCase done) {
        List<Object> cells = new ArrayList<>();
        cells.add(done.kind().name().toLowerCase(Locale.ROOT));
        cells.add(
                done.kind() == CollectiveKind.BARRIER ? "" : MarkdownTable.size(done.bytes()));
        addTo(cells, done.best(false));
        addTo(cells, done.best(true));
        addTo(cells, done.chosenTime());
        cells.add(Math.round(100 * done.loss()) + " %");
        table.row(cells.toArray());
    }

    private static void addTo(List<Object> cells, ScaleCase.Timed timed) {
        cells.add(timed == null ? "" : timed.algorithm());
        cells.add(timed == null ? "" : (Object) (MS * timed.seconds()));
    }

    /** The chosen algorithms in full meshes, with the network's routes and with relays. */
    List<String> relays() {
        MarkdownTable table =
                new MarkdownTable(
                        "sites", "collective", "size", "pairs over relays", "direct, ms", "ms");
        for (int sites : SITES) {
            SiteGraph graph = ScaleGraph.MESH.of(sites, NODES);
            GridRouting bySize = GridRouting.bySize(graph);
            Machine direct = machine(ScaleGraph.MESH, sites, NODES);
            Machine relays = Machine.grid(graph, 1, bySize, GridCosts.TCP);
            for (Sizes some :
                    List.of(
                            new Sizes(CollectiveKind.BARRIER, 0),
                            new Sizes(CollectiveKind.BCAST, 8, MIB),
                            new Sizes(CollectiveKind.ALLREDUCE, 8, MIB),
                            new Sizes(CollectiveKind.ALLGATHER, 8, KIB))) {
                for (long bytes : some.bytes) {
                    progress.accept("relays " + sites + " sites " + some.kind + " " + bytes);
                    table.row(
                            sites,
                            some.kind.name().toLowerCase(Locale.ROOT),
                            bytes == 0 ? "" : MarkdownTable.size(bytes),
                            relayed(bySize, sites, bytes) + " %",
                            MS * ScaleCase.chosenSeconds(some.kind, direct, bytes),
                            MS * ScaleCase.chosenSeconds(some.kind, relays, bytes));
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
