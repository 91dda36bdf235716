package musubi.simulator.report;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.topology.Torus;
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
    private static final String STUDY =
            "The study measured broadcasts and all-to-alls on Fugaku's nodes as a line, a"
                    + " plane and a space (1-D, 2-D, 3-D). Each of";

    private static final List<String> HEAD =
            List.of(
                    "# Collectives on Fugaku, simulated",
                    "",
                    STUDY,
                    "its findings is here beside what Musubi's schedules do on the"
                            + " [simulator](simulator.md), and a verdict.",
                    "",
                    "- **Machine.** One 3-D torus for all shapes of a number of nodes, the 3-D"
                            + " shape: `3072@16x12x16` is a job of 1-D on it, whose ranks",
                    "  follow each other line by line, to and fro (`--torus 3072 --physical"
                            + " 16x12x16`); so does a 2-D job, row behind row, so that",
                    "  neighbours along its first dimension are several links apart. How Fugaku"
                            + " lays 2-D jobs over its six dimensions is not known.",
                    "- **Costs.** L = 1.73 µs, B = 6.34 GB/s of each link for Trinaryx3, Trinaryx6"
                            + " and all-to-alls, L = 4.29 µs, B = 6.64 GB/s for other",
                    "  broadcasts, as the study fitted them to Trinaryx6 and Bintree3d on 3,072"
                            + " nodes; it has none for others. No software, no other jobs.",
                    "- **Broadcasts** are run event by event. Those of more than 8 segments in"
                            + " each trinary tree, or 32 in others, follow from",
                    "  two runs of fewer, because a full pipeline takes equally long for each.",
                    "- **Nodes.** It measured broadcasts on 384 and 3,072 nodes, all-to-alls on"
                            + " 27,648 too. What differs there is told beside its equations.",
                    "- **All-to-alls** are by the loads of links, round by round, Doublespread"
                            + " unless it says otherwise. In 1-D and 2-D",
                    "  beyond 10 million messages some rounds stand for all.");

    private final Consumer<String> progress;
    private final List<StudyScale> scales = new ArrayList<>();
    private final List<List<Finding>> findings = new ArrayList<>();
    private final List<String> sections = new ArrayList<>();
    private final List<String> appendix = new ArrayList<>();
    private MeasuredRuns realRuns = new MeasuredRuns(List.of());

    /**
     * A report of nothing yet.
     *
     * @param progress hears what is being done
     */
    public StudyReport(Consumer<String> progress) {
        this.progress = progress;
    }

    /**
     * Adds what there is to say of a number of nodes.
     *
     * @param folder gets the plots
     */
    public void add(StudyScale scale, Path folder) throws IOException {
        ExperimentCache lab = new ExperimentCache();
        sections.addAll(section(scale, lab));
        scales.add(scale);
        new ThroughputCharts(lab, scale).write(folder);
    }

    /** Adds what the model's choices lose on the numbers of nodes that there are so far. */
    public void addChoices() {
        appendix.add("");
        appendix.add("## What choices lose");
        appendix.add("");
        appendix.addAll(
                MarkdownTable.wrap(
                        "The model's choice against the best of all algorithms that it takes for at"
                                + " most twice as slow, each with its best segment by the model and"
                                + " with its own; L = 1.73 µs, B = 6.34 GB/s for all. Behind an @"
                                + " the machine, which the model is told."));
        appendix.add("");
        appendix.addAll(new ChoiceLossTable(progress).lines(scales));
    }

    /** Adds how long neighbours take on the numbers of nodes that there are so far. */
    public void addNeighbours() {
        appendix.add("");
        appendix.add("## Neighbours");
        appendix.add("");
        appendix.addAll(
                MarkdownTable.wrap(
                        "Each rank exchanges a block with each neighbour in its grid"
                                + " (`neighbor_alltoall`): all messages at once, over links as the"
                                + " job sees them, and over those of the 3-D shape. The shortest"
                                + " time there can be is L + n / B = "
                                + NeighbourExchanges.least()
                                + " µs."));
        appendix.add("");
        appendix.addAll(NeighbourExchanges.lines(scales));
    }

    /** Adds what several trees gain. */
    public void addTrees() {
        appendix.add("");
        appendix.add("## What several trees gain");
        appendix.add("");
        appendix.addAll(trees());
    }

    /**
     * Adds what was measured beside the native libraries.
     *
     * @param files written by benchmarks/compare
     */
    public void addRealRuns(List<Path> files) throws IOException {
        realRuns = new MeasuredRuns(files);
        appendix.add("");
        appendix.add("## Real runs beside Open MPI and MPICH");
        appendix.add("");
        appendix.addAll(
                MarkdownTable.wrap(
                        "Not simulated: by `benchmarks/compare --suites node,node-over"
                                + " --libraries musubi,musubi-pvas,openmpi,mpich`, on one machine"
                                + " in one run. The bar is 1.0 times the time of the better"
                                + " library in three quarters of the cells, 1.5 times in each, and"
                                + " 0.7 times for barrier and 8-byte allreduce of 8 ranks."));
        appendix.add("");
        appendix.addAll(realRuns.lines());
        appendix.removeLast();
    }

    /** Adds how long the largest runs take here. */
    public void addLargeRuns() {
        progress.accept("time and memory");
        appendix.add("");
        appendix.add("## Time and memory of 27,648 ranks");
        appendix.add("");
        appendix.add(
                "One process, beside whatever else ran; GiB is the most heap that it had. The bar"
                        + " is 60 seconds and 8 GiB for each.");
        appendix.add("");
        appendix.addAll(LargeSimulations.lines());
    }

    /** What there is so far, in Markdown. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>(HEAD);
        String nodes = scales.stream().map(s -> "" + s.nodes()).collect(Collectors.joining(","));
        lines.addAll(
                2,
                MarkdownTable.wrap(
                        "Written by `./musubi collectives-report --ranks "
                                + nodes
                                + realRuns.option()
                                + "`; do not edit. A test compares the part on 384 ranks with what"
                                + " the command writes now."));
        lines.add(lines.indexOf(STUDY), "");
        addVerdicts(lines);
        lines.addAll(sections);
        lines.addAll(appendix);
        return lines;
    }

    /** The part on one number of nodes. */
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
                cells[i + 1] = findings.get(i).get(f).verdict().words;
            }
            table.row(cells);
        }
        lines.add("");
        lines.addAll(table.lines());
    }

    private static List<String> trees() {
        Torus torus = Torus.of(8, 8, 8);
        Machine machine =
                Machine.torus(
                        torus,
                        1,
                        FittedLink.TRINARY.cost(),
                        0,
                        FittedLink.TRINARY.cost(),
                        Machine.Limits.NONE);
        Experiment experiment = new Experiment(CollectiveKind.BCAST, machine, 0);
        long segment = 16384;
        long bytes = 2400 * segment;
        double one = experiment.run(new SingleTreeBroadcast(), bytes, segment).seconds();
        MarkdownTable table =
                new MarkdownTable("2,400 segments of 16 KiB on 8x8x8", "ms", "gain", "asked for");
        table.row("one tree", 1e3 * one, 1.0, "");
        double least = 2.8;
        for (String name : List.of("trinaryx3", "trinaryx6")) {
            Algorithm algorithm = Catalogue.find(CollectiveKind.BCAST, name);
            double several = experiment.run(algorithm, bytes, segment).seconds();
            boolean isEnough = one / several >= least;
            String words = "at least " + least + ": " + BroadcastFindings.yes(isEnough);
            table.row(name, 1e3 * several, one / several, words);
            least = 5.5;
        }
        return table.lines();
    }
}
