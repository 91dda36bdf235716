package musubi.simulator.report;

import static musubi.simulator.report.ExperimentCache.GRID;
import static musubi.simulator.report.ExperimentCache.TRINARY;

import musubi.collectives.topology.TorusEmbedding;
import musubi.simulator.plot.SizeChart;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Charts of throughput over size from the experiments of a report. */
record ThroughputCharts(ExperimentCache lab, StudyScale scale) {
    private static final long KIB = BroadcastFindings.KIB;
    private static final double NO_LIMIT = Double.POSITIVE_INFINITY;

    private static String name(String kind, StudyScale scale) {
        return "collectives-" + kind + "-" + scale.nodes() + ".svg";
    }

    /** Markdown that includes the charts. */
    static List<String> lines(StudyScale scale) {
        return List.of(
                "",
                "![Broadcasts: bytes a second over size](" + name("bcast", scale) + ")",
                "![All-to-alls: bytes a second over size](" + name("alltoallv", scale) + ")");
    }

    /** Writes the charts to a folder. */
    void write(Path folder) throws IOException {
        SizeChart broadcasts = new SizeChart("bcast, segments by (5) and (7)", "GB/s");
        SizeChart exchanges = new SizeChart("alltoallv, doublespread", "GB/s of a node");
        for (int d = 1; d <= 3; d++) {
            TorusEmbedding layout = scale.embedded(d);
            for (String name : List.of(TRINARY, GRID)) {
                for (long kib : new long[] {4, 32, 64, 256, 1024, 4096}) {
                    double seconds = lab.broadcastCut(name, layout, true, kib * KIB);
                    add(broadcasts, name + " " + layout, kib * KIB, kib * KIB / seconds);
                }
            }
            for (int each : new int[] {1, 4}) {
                for (long bytes = 256; bytes <= 1024 * KIB; bytes *= 4) {
                    double rate = lab.exchange("doublespread", layout, each, bytes, NO_LIMIT);
                    add(exchanges, layout + ", " + each + " a node", bytes, rate);
                }
            }
        }
        broadcasts.writeSvg(folder.resolve(name("bcast", scale)).toFile());
        exchanges.writeSvg(folder.resolve(name("alltoallv", scale)).toFile());
    }

    private static void add(SizeChart chart, String curve, long bytes, double rate) {
        chart.add(curve, bytes, rate / 1e9, rate / 1e9, rate / 1e9);
    }
}
