package musubi.simulator.scale;

import musubi.memory.Component;
import musubi.simulator.plot.SizeChart;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Measures scenarios in turn, each in a JVM of its own, and writes the results: a table of bytes, a
 * chart, and a page that compares them with the paper's equations.
 */
public final class MemoryStudy {
    private static final int M = 4;
    private static final int C = 10;
    private static final int GAMMA = 1024;
    private static final int LARGEST = 1 << 20;
    private static final int[] NODES = {1 << 7, 1 << 10, 1 << 14, 1 << 17, LARGEST};
    private static final int MANY = 1000;
    private static final double MEGA = 1e6;

    private final Consumer<String> progress;
    private final List<NodeMeasurement> growing = new ArrayList<>();
    private NodeMeasurement manySplits;
    private NodeMeasurement irregular;

    /** A study that reports its progress. */
    public MemoryStudy(Consumer<String> progress) {
        this.progress = progress;
    }

    /** Runs all scenarios; a minute or two. */
    public MemoryStudy run() throws IOException, InterruptedException {
        for (int nodes : NODES) {
            growing.add(measure(new ScaleScenario(nodes, M, C, GAMMA, false)));
        }
        manySplits = measure(new ScaleScenario(LARGEST, M, MANY, GAMMA, false));
        irregular = measure(new ScaleScenario(LARGEST, M, C, GAMMA, true));
        return this;
    }

    private NodeMeasurement measure(ScaleScenario scenario)
            throws IOException, InterruptedException {
        progress.accept("nodes, m, c, gamma, irregular: " + String.join(" ", scenario.args()));
        List<String> args =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "-XX:MaxHeapFreeRatio=20",
                                "-XX:MinHeapFreeRatio=5",
                                "-XX:NativeMemoryTracking=summary",
                                "-XX:-UsePerfData",
                                "-XX:TrimNativeHeapInterval=200",
                                "-Xms16m",
                                "--enable-native-access=ALL-UNNAMED",
                                "-Xmx4g",
                                "-cp",
                                System.getProperty("java.class.path"),
                                ScaleRun.class.getName()));
        args.addAll(List.of(scenario.args()));
        Process run =
                new ProcessBuilder(args).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        run.getOutputStream().close();
        String line;
        try (BufferedReader lines = run.inputReader()) {
            line = lines.readLine();
        }
        int code = run.waitFor();
        if (code != 0 || line == null) {
            throw new IOException("a scenario failed: code=" + code + " " + scenario);
        }
        return NodeMeasurement.parse(line);
    }

    /** Writes the page, and a table and a chart of the same name beside it. */
    public void write(Path page) throws IOException {
        Path folder = page.toAbsolutePath().getParent();
        String name = page.getFileName().toString().replaceFirst("\\.md$", "");
        List<String> table = new ArrayList<>(List.of(NodeMeasurement.heading()));
        growing.forEach(measured -> table.add(measured.line()));
        table.add(manySplits.line());
        table.add(irregular.line());
        Files.write(folder.resolve(name + ".csv"), table);
        chart().writeSvg(folder.resolve(name + ".svg").toFile());
        Files.write(page, new MemoryReportPage(growing, manySplits, irregular, name).lines());
    }

    private SizeChart chart() {
        SizeChart chart = new SizeChart("Memory of a node, m=4, c=10", "MB", "nodes");
        for (NodeMeasurement measured : growing) {
            int nodes = measured.scenario().nodes();
            MemoryModel model = model(measured);
            point(chart, "usual design, equations", nodes, model.baseline());
            point(chart, "reduced design, equations", nodes, model.reduced());
            point(chart, "Musubi's process, measured", nodes, measured.residentBytes());
            point(chart, "Musubi without the JVM, measured", nodes, measured.libraryBytes());
            point(chart, "Musubi's sets", nodes, measured.bytes(Component.PARTICIPANT_SETS));
        }
        return chart;
    }

    private static void point(SizeChart chart, String curve, int nodes, long bytes) {
        double value = bytes / MEGA;
        chart.add(curve, nodes, value, value, value);
    }

    /** The equations for the scenario of a measurement. */
    static MemoryModel model(NodeMeasurement measured) {
        ScaleScenario scenario = measured.scenario();
        return new MemoryModel(
                scenario.nodes(), scenario.m(), scenario.c(), scenario.gamma(), true);
    }
}
