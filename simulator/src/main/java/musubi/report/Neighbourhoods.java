package musubi.report;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.schedule.LaidTorus;
import musubi.simulator.Experiment;
import musubi.simulator.Machine;

import java.util.List;

/** How long all ranks take to exchange blocks with their neighbours in a grid. */
final class Neighbourhoods {
    private static final CollectiveKind KIND = CollectiveKind.NEIGHBOR_ALLTOALL;
    private static final long BYTES = 64 << 10;

    private Neighbourhoods() {}

    /** A row for each number of nodes, in Markdown. */
    static List<String> lines(List<Scale> scales) {
        Table table = new Table("64 KiB, µs", "1-D", "2-D", "3-D", "1-D over 3-D", "2-D over 3-D");
        for (Scale scale : scales) {
            table.row(
                    scale.nodes() + " nodes",
                    micros(LaidTorus.of(scale.shapes().get(0))),
                    micros(LaidTorus.of(scale.shapes().get(1))),
                    micros(LaidTorus.of(scale.shapes().get(2))),
                    micros(scale.laid(1)),
                    micros(scale.laid(2)));
        }
        return table.lines();
    }

    /** Microseconds of one message. */
    static String least() {
        return Table.number(1e6 * (Fit.TRINARY.latency() + BYTES / Fit.TRINARY.bandwidth()));
    }

    private static double micros(LaidTorus job) {
        Machine machine =
                Machine.torus(
                        job, 1, Fit.TRINARY.cost(), 0, Fit.TRINARY.cost(), Machine.Limits.NONE);
        return 1e6
                * new Experiment(KIND, machine, 0)
                        .run(Catalogue.find(KIND, "linear"), BYTES, Laboratory.UNCUT)
                        .seconds();
    }
}
