package musubi.simulator.report;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.topology.TorusEmbedding;
import musubi.simulator.execution.Experiment;
import musubi.simulator.network.Machine;

import java.util.List;

/** Times of exchanges with all neighbours in a grid. */
final class NeighbourExchanges {
    private static final CollectiveKind KIND = CollectiveKind.NEIGHBOR_ALLTOALL;
    private static final long BYTES = 64 << 10;

    private NeighbourExchanges() {}

    /** A row for each number of nodes, in Markdown. */
    static List<String> lines(List<StudyScale> scales) {
        MarkdownTable table =
                new MarkdownTable(
                        "64 KiB, µs", "1-D", "2-D", "3-D", "1-D over 3-D", "2-D over 3-D");
        for (StudyScale scale : scales) {
            table.row(
                    scale.nodes() + " nodes",
                    micros(TorusEmbedding.of(scale.shapes().get(0))),
                    micros(TorusEmbedding.of(scale.shapes().get(1))),
                    micros(TorusEmbedding.of(scale.shapes().get(2))),
                    micros(scale.embedded(1)),
                    micros(scale.embedded(2)));
        }
        return table.lines();
    }

    /** Microseconds of one message. */
    static double lowerBound() {
        return 1e6 * (FittedLink.TRINARY.latency() + BYTES / FittedLink.TRINARY.bandwidth());
    }

    private static double micros(TorusEmbedding job) {
        Machine machine = FittedLink.TRINARY.torus(job);
        return 1e6
                * new Experiment(KIND, machine, 0)
                        .run(Catalogue.find(KIND, "linear"), BYTES, ExperimentCache.UNCUT)
                        .seconds();
    }
}
