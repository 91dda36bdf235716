package musubi.simulator.report;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.selection.SelectedAlgorithm;
import musubi.collectives.topology.Torus;
import musubi.collectives.topology.TorusEmbedding;
import musubi.simulator.execution.Experiment;
import musubi.simulator.network.Machine;
import musubi.simulator.network.Outcome;

import java.util.HashMap;
import java.util.Map;

/**
 * Runs the experiments of the report, each once. Broadcasts of very many segments are extrapolated
 * from two smaller numbers of segments, because a full pipeline takes equally long for each. Used
 * by one thread.
 */
final class ExperimentCache {
    /** In place of a segment: no segmentation. */
    static final long UNCUT = 0;

    /** Broadcasts that the study compares. */
    static final String TRINARY = "trinaryx6";

    static final String GRID = "bintree3d";

    private static final int FEW_IN_TRINARY_TREES = 4;
    private static final int FEW_IN_OTHER_TREES = 16;

    private final Map<String, Machine> machines = new HashMap<>();
    private final Map<String, Double> known = new HashMap<>();

    ExperimentCache() {}

    /** Seconds of a broadcast on a torus with links. */
    double broadcast(String name, TorusEmbedding layout, long bytes, long segment) {
        return broadcast(name, layout, true, bytes, segment);
    }

    /**
     * Seconds of a broadcast.
     *
     * @param segment at most; rounded down to whole units of 16 bytes, as in jobs
     * @param links whether messages share the links of the machine, or only the path between two
     *     ranks
     */
    double broadcast(String name, TorusEmbedding layout, boolean links, long bytes, long segment) {
        long cut = segment == UNCUT ? UNCUT : SelectedAlgorithm.alignedSegmentBytes(segment);
        String key = name + layout + links + " " + bytes + " " + cut;
        Double seconds = known.get(key);
        if (seconds == null) {
            seconds = run(name, machine(layout, fit(name), links), bytes, cut);
            known.put(key, seconds);
        }
        return seconds;
    }

    private static double run(String name, Machine machine, long bytes, long segment) {
        Experiment experiment = new Experiment(CollectiveKind.BCAST, machine, 0);
        Algorithm algorithm = Catalogue.find(CollectiveKind.BCAST, name);
        int few = isTrinary(name) ? FEW_IN_TRINARY_TREES : FEW_IN_OTHER_TREES;
        long turn = segment * trees(name, machine.placement().torus());
        long turns = segment == UNCUT ? 1 : Math.ceilDiv(bytes, turn);
        if (turns <= 2 * few) {
            return experiment.run(algorithm, bytes, segment).seconds();
        }
        double some = experiment.run(algorithm, few * turn, segment).seconds();
        double twice = experiment.run(algorithm, 2 * few * turn, segment).seconds();
        return twice + (turns - 2 * few) * (twice - some) / few;
    }

    private static boolean isTrinary(String name) {
        return name.startsWith("trinary");
    }

    private static FittedLink fit(String name) {
        return isTrinary(name) ? FittedLink.TRINARY : FittedLink.TREE;
    }

    private static int trees(String name, Torus torus) {
        int axes = torus.axes().length;
        return name.equals(TRINARY) ? 2 * axes : name.equals("trinaryx3") ? axes : 1;
    }

    /** Seconds of a broadcast with the segment of (5) or (7). */
    double broadcastCut(String name, TorusEmbedding layout, boolean links, long bytes) {
        return broadcast(name, layout, links, bytes, segment(name, layout, bytes));
    }

    /** The segment of (5), with the trees of the shape, or of (7). */
    static long segment(String name, TorusEmbedding layout, long bytes) {
        Torus torus = layout.logical();
        CostEquations.Pipeline pipeline =
                isTrinary(name) ? CostEquations.trinary6(torus) : CostEquations.bintree3d(torus);
        return pipeline.segment(bytes);
    }

    /**
     * Bytes a second that leave a node in an all-to-all, by the loads of links; 0 when the
     * algorithm does not apply to this number of ranks.
     *
     * @param limit bytes a second that a node can send, each of its ranks one message at a time;
     *     infinite: limited by links
     */
    double exchange(
            String name, TorusEmbedding layout, int ranksPerNode, long bytes, double limit) {
        Machine machine = machine(layout, ranksPerNode, limit);
        Experiment experiment = new Experiment(CollectiveKind.ALLTOALLV, machine, 0);
        Algorithm algorithm = Catalogue.find(CollectiveKind.ALLTOALLV, name);
        if (experiment.refusal(algorithm) != null) {
            return 0;
        }
        Outcome outcome = machine.network().exchange(algorithm, bytes);
        return experiment.throughput(bytes, outcome);
    }

    private Machine machine(TorusEmbedding layout, int ranksPerNode, double limit) {
        return machines.computeIfAbsent(
                layout + "*" + ranksPerNode + " " + limit,
                _ ->
                        Machine.torus(
                                layout,
                                ranksPerNode,
                                FittedLink.TRINARY.cost(),
                                0,
                                FittedLink.TRINARY.cost(),
                                limits(ranksPerNode, limit)));
    }

    private static Machine.Limits limits(int ranksPerNode, double limit) {
        return Double.isInfinite(limit)
                ? Machine.Limits.NONE
                : new Machine.Limits(ranksPerNode, limit);
    }

    private Machine machine(TorusEmbedding layout, FittedLink fit, boolean links) {
        return machines.computeIfAbsent(
                layout + " " + fit + links,
                _ ->
                        links
                                ? fit.torus(layout)
                                : Machine.withoutLinks(layout.logical(), fit.cost()));
    }
}
