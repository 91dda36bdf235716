package musubi.simulator.report;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.topology.Torus;
import musubi.collectives.topology.TorusEmbedding;
import musubi.simulator.execution.Experiment;
import musubi.simulator.network.Machine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The report on the findings of the study of collectives on Fugaku, in Markdown. */
public final class StudyReport {
    private final Consumer<String> progress;
    private final List<StudyScale> scales = new ArrayList<>();
    private final List<List<Finding>> findings = new ArrayList<>();
    private final List<String> sections = new ArrayList<>();
    private final List<String> appendix = new ArrayList<>();
    private MeasuredRuns measuredRuns = new MeasuredRuns(List.of());

    /**
     * A report of nothing yet.
     *
     * @param progress receives a line before each long step
     */
    public StudyReport(Consumer<String> progress) {
        this.progress = progress;
    }

    /**
     * Adds the findings at a node count.
     *
     * @param folder for the charts
     */
    public void add(StudyScale scale, Path folder) throws IOException {
        ExperimentCache lab = new ExperimentCache();
        sections.addAll(section(scale, lab));
        scales.add(scale);
        new ThroughputCharts(lab, scale).write(folder);
    }

    /** Adds the loss of the model's choices, at the node counts added so far. */
    public void addChoices() {
        append(
                "What choices lose",
                ReportText.of("choices").paragraph(),
                new ChoiceLossTable(progress).lines(scales));
    }

    /** Adds the times of neighbour exchanges, at the node counts added so far. */
    public void addNeighbours() {
        append(
                "Neighbours",
                ReportText.of("neighbours")
                        .with("bound", NeighbourExchanges.lowerBound())
                        .paragraph(),
                NeighbourExchanges.lines(scales));
    }

    /** Adds the gain of several trees over one. */
    public void addTrees() {
        append("What several trees gain", ReportText.of("trees").paragraph(), trees());
    }

    /**
     * Adds measurements beside the native libraries.
     *
     * @param files written by benchmarks/compare
     */
    public void addMeasuredRuns(List<Path> files) throws IOException {
        measuredRuns = new MeasuredRuns(files);
        append(
                "Real runs beside Open MPI and MPICH",
                ReportText.of("measured").paragraph(),
                measuredRuns.lines());
        appendix.removeLast();
    }

    /** Adds the time and memory that the largest simulations take. */
    public void addLargeSimulations() {
        progress.accept("time and memory");
        append(
                "Time and memory of 27,648 ranks",
                ReportText.of("large").paragraph(),
                LargeSimulations.lines());
    }

    private void append(String heading, List<String> prose, List<String> figures) {
        appendix.addAll(List.of("", "## " + heading, ""));
        appendix.addAll(prose);
        appendix.add("");
        appendix.addAll(figures);
    }

    /** The report on all that was added, in lines of Markdown. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>(List.of("# Collectives on Fugaku, simulated", ""));
        String nodes = scales.stream().map(s -> "" + s.nodes()).collect(Collectors.joining(","));
        lines.addAll(
                ReportText.of("page.intro")
                        .with("nodes", nodes)
                        .with("real", measuredRuns.option())
                        .paragraph());
        lines.add("");
        ReportText.of("page.head").toString().lines().forEach(lines::add);
        addVerdicts(lines);
        lines.addAll(sections);
        lines.addAll(appendix);
        return lines;
    }

    /** The section on one node count. */
    List<String> section(StudyScale scale, ExperimentCache lab) {
        List<Finding> all = new ArrayList<>();
        progress.accept(scale.nodes() + " ranks, all-to-alls");
        all.addAll(new AllToAllFindings(lab, scale).all());
        progress.accept(scale.nodes() + " ranks, broadcasts");
        all.addAll(new BroadcastFindings(lab, scale).all());
        progress.accept(scale.nodes() + " ranks, segments");
        all.addAll(new TuningFindings(lab, scale).all());
        findings.add(all);
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(String.format(Locale.ROOT, "## %,d ranks", scale.nodes()));
        lines.addAll(ThroughputCharts.lines(scale));
        all.forEach(finding -> finding.write(lines));
        progress.accept(scale.nodes() + " ranks, equations");
        lines.addAll(new EquationChecks(lab, scale).lines());
        return lines;
    }

    private void addVerdicts(List<String> lines) {
        if (findings.isEmpty()) {
            return;
        }
        String[] heads = new String[scales.size() + 1];
        heads[0] = "finding";
        for (int i = 0; i < scales.size(); i++) {
            heads[i + 1] = String.format(Locale.ROOT, "%,d ranks", scales.get(i).nodes());
        }
        MarkdownTable table = new MarkdownTable(heads);
        for (int f = 0; f < findings.getFirst().size(); f++) {
            Object[] cells = new Object[heads.length];
            cells[0] = findings.getFirst().get(f).name();
            for (int i = 0; i < scales.size(); i++) {
                cells[i + 1] = findings.get(i).get(f).verdict().text;
            }
            table.row(cells);
        }
        lines.add("");
        lines.addAll(table.lines());
    }

    private static List<String> trees() {
        Torus torus = Torus.of(8, 8, 8);
        Machine machine = FittedLink.TRINARY.torus(TorusEmbedding.of(torus));
        Experiment experiment = new Experiment(CollectiveKind.BCAST, machine, 0);
        long segment = 16384;
        long bytes = 2400 * segment;
        Algorithm oneTree = Algorithm.segmented("one-tree", new SingleTreeBroadcast());
        double one = experiment.run(oneTree, bytes, segment).seconds();
        MarkdownTable table = new MarkdownTable("broadcast", "ms", "gain", "required");
        table.row("one tree", 1e3 * one, 1.0, "");
        double least = 2.8;
        for (String name : List.of("trinaryx3", "trinaryx6")) {
            Algorithm algorithm = Catalogue.find(CollectiveKind.BCAST, name);
            double several = experiment.run(algorithm, bytes, segment).seconds();
            boolean isEnough = one / several >= least;
            String required = "at least " + least + ": " + ReportText.yes(isEnough);
            table.row(name, 1e3 * several, one / several, required);
            least = 5.5;
        }
        return table.lines();
    }
}
