package musubi.simulator.sites;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.simulator.execution.Experiment;
import musubi.simulator.network.GridCosts;
import musubi.simulator.network.GridRouting;
import musubi.simulator.network.Machine;
import musubi.simulator.report.MarkdownTable;
import musubi.simulator.report.ReportText;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The report on sites, in Markdown: the network of Fig. 4 of the GridMPI paper, and 1,024 nodes on
 * 4, 16 and 64 sites.
 */
public final class GridReport {
    private static final double MS = 1e3;

    /** One-way latency between the clusters that are farthest apart, of Fig. 4. */
    private static final double DIAMETER_MS = 2;

    private final Consumer<String> progress;
    private final List<String> lines = new ArrayList<>();

    /**
     * A report of nothing yet.
     *
     * @param progress receives a line before each long step; from one thread
     */
    public GridReport(Consumer<String> progress) {
        this.progress = progress;
        lines.addAll(List.of("# Sites, simulated", ""));
        lines.addAll(ReportText.of("grid.intro").paragraph());
    }

    /** Adds the four clusters of Fig. 4. */
    public void addFourClusters() {
        progress.accept("the four clusters of Fig. 4");
        lines.addAll(List.of("", "## The four clusters of Fig. 4", ""));
        lines.addAll(ReportText.of("grid.clusters").paragraph());
        append("From C to D", "grid.routes", new RouteFindings().routes());
        append("Crossovers", "grid.crossovers", new RouteFindings().crossovers());
        append("All pairs", "grid.pairs", new PairFindings().lines());
        append("Broadcast from C", "grid.broadcast", new BroadcastArrivals().lines());
        append("Barrier", "grid.barrier", barriers());
    }

    /**
     * Adds tables of 1,024 nodes; takes minutes.
     *
     * @param file of times, which are kept; new ones are added
     */
    public void addScale(Path file) throws IOException {
        ScaleTimes times = ScaleTimes.read(file);
        ScaleStudy study = new ScaleStudy(ScaleTable.NODES, times, progress);
        for (List<ScaleTimes.Case> alike : ScaleTable.cases()) {
            study.run(alike);
            Files.write(file, times.lines());
        }
        addScale(times, study);
        progress.accept("relays");
        append("Relays in a full mesh", "grid.relays", ScaleTable.relays());
    }

    /** Adds the tables of known times. */
    void addScale(ScaleTimes times, ScaleStudy study) {
        lines.addAll(List.of("", "## 1,024 nodes", ""));
        lines.addAll(ReportText.of("grid.scale").toString().lines().toList());
        for (ScaleGraph links : ScaleGraph.values()) {
            for (int sites : ScaleTable.SITES) {
                lines.addAll(List.of("", heading(links, sites), ""));
                lines.addAll(ScaleTable.lines(links, sites, times, study));
            }
        }
    }

    static String heading(ScaleGraph links, int sites) {
        return "### " + sites + " sites, " + links.title;
    }

    private void append(String heading, String section, List<String> figures) {
        lines.addAll(List.of("", "### " + heading, ""));
        lines.addAll(ReportText.of(section).paragraph());
        lines.add("");
        lines.addAll(figures);
    }

    private static List<String> barriers() {
        MarkdownTable table =
                new MarkdownTable(
                        "nodes of a cluster", "within, µs", "by-site, ms", "over the diameter");
        for (int nodes : List.of(1, 16, 256)) {
            for (int micros : List.of(5, 30)) {
                double ms = MS * barrier(nodes, micros);
                table.row(nodes, micros, ms, ms / DIAMETER_MS);
            }
        }
        return table.lines();
    }

    /**
     * Seconds of a barrier of the four clusters.
     *
     * @param micros one-way time within a cluster
     */
    static double barrier(int nodes, int micros) {
        FourClusters four = FourClusters.ofNodes(nodes, micros);
        GridRouting network = GridRouting.ofNetwork(four.graph());
        Machine machine = Machine.grid(four.graph(), 1, network, GridCosts.NONE);
        return new Experiment(CollectiveKind.BARRIER, machine, 0)
                .run(Catalogue.find(CollectiveKind.BARRIER, "by-site"), 0, 0)
                .seconds();
    }

    /** The report on all that was added. */
    public List<String> lines() {
        return List.copyOf(lines);
    }
}
