package musubi.simulator.report;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.topology.TorusEmbedding;
import musubi.simulator.execution.Experiment;
import musubi.simulator.network.Machine;
import musubi.simulator.network.Outcome;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;
import java.util.Locale;

/** Time and memory of simulating each tree, ring and pipeline on 27,648 ranks. */
final class LargeSimulations {
    private static final long MIB = 1 << 20;
    private static final double MOST_SECONDS = 60;
    private static final double MOST_GIB = 8;

    /** A collective to simulate. */
    private record Run(CollectiveKind kind, String name, long bytes, long segment) {}

    private static final List<Run> RUNS =
            List.of(
                    new Run(CollectiveKind.BCAST, "binomial", MIB, 0),
                    new Run(CollectiveKind.BCAST, "binary-tree", MIB, 8192),
                    new Run(CollectiveKind.BCAST, "split-binary-tree", MIB, 8192),
                    new Run(CollectiveKind.BCAST, "bintree3d", MIB, 8192),
                    new Run(CollectiveKind.BCAST, "bintree6d", MIB, 8192),
                    new Run(CollectiveKind.BCAST, "trinaryx3", MIB, 4096),
                    new Run(CollectiveKind.BCAST, "trinaryx6", MIB, 4096),
                    new Run(CollectiveKind.BCAST, "pipeline", MIB, 4096),
                    new Run(CollectiveKind.REDUCE, "pipeline", MIB, 4096),
                    new Run(CollectiveKind.REDUCE, "trinaryx6", MIB, 4096),
                    new Run(CollectiveKind.ALLREDUCE, "trinaryx3", MIB, 4096),
                    new Run(CollectiveKind.ALLGATHER, "ring", 1024, 0),
                    new Run(CollectiveKind.ALLREDUCE, "ring", 1024 * 27648, 0));

    private LargeSimulations() {}

    /** Runs them all, in Markdown. */
    static List<String> lines() {
        MarkdownTable table =
                new MarkdownTable(
                        "collective", "size", "messages", "by", "simulated ms", "seconds", "GiB");
        for (Run run : RUNS) {
            measure(run, table);
        }
        return table.lines();
    }

    private static void measure(Run run, MarkdownTable table) {
        TorusEmbedding layout = StudyScale.LARGE.embedded(3);
        Machine machine = FittedLink.TRINARY.torus(layout);
        System.gc();
        pools().forEach(MemoryPoolMXBean::resetPeakUsage);
        long begin = System.nanoTime();
        Outcome outcome =
                new Experiment(run.kind, machine, 0)
                        .run(Catalogue.find(run.kind, run.name), run.bytes, run.segment);
        double seconds = (System.nanoTime() - begin) / 1e9;
        double gib =
                pools().stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum() / 0x1p30;
        table.row(
                run.kind.name().toLowerCase(Locale.ROOT) + " " + run.name,
                MarkdownTable.size(run.bytes) + (run.segment > 0 ? " by " + run.segment : ""),
                String.format(Locale.ROOT, "%,d", outcome.messages()),
                outcome.method().name().toLowerCase(Locale.ROOT),
                1e3 * outcome.seconds(),
                MarkdownTable.number(seconds) + (seconds > MOST_SECONDS ? " (too long)" : ""),
                MarkdownTable.number(gib) + (gib > MOST_GIB ? " (too much)" : ""));
    }

    private static List<MemoryPoolMXBean> pools() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .toList();
    }
}
