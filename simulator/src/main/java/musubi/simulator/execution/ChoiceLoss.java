package musubi.simulator.execution;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.model.CostFormula;
import musubi.collectives.model.CostFormulas;
import musubi.collectives.model.HockneyLink;
import musubi.collectives.model.RankLayout;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;
import musubi.collectives.selection.ModelSelector;
import musubi.collectives.selection.SelectedAlgorithm;
import musubi.collectives.topology.TorusEmbedding;
import musubi.simulator.network.LinkCost;
import musubi.simulator.network.Machine;

/**
 * What the model's choice takes on the simulator, and what the best algorithm of its kind takes
 * when it is forced: each with its best segment by the model, and with the one that it takes when
 * nobody says one.
 *
 * @param choice of the model
 * @param seconds that it takes
 * @param best name of the best algorithm
 * @param bestSeconds that this one takes
 */
public record ChoiceLoss(
        SelectedAlgorithm choice, double seconds, String best, double bestSeconds) {
    private static final HockneyLink LINK = HockneyLink.TOFU;

    /**
     * Compares on a torus of links as the model takes them for.
     *
     * @param job the torus that algorithms see, and the links; the model is told both
     * @param bytes of a message or block
     * @param upTo algorithms that the model takes for more than so many times as slow as its choice
     *     are not run
     */
    public static ChoiceLoss of(CollectiveKind kind, TorusEmbedding job, long bytes, double upTo) {
        Shape shape = new Shape().reset(kind, 0, job.logical().size());
        shape.torus = job.logical();
        shape.count = bytes;
        SelectedAlgorithm choice = new ModelSelector(null, job).select(shape);
        Experiment experiment = experiment(kind, job);
        double seconds = experiment.run(choice.algorithm(), bytes, choice.segmentBytes()).seconds();
        String best = choice.algorithm().name();
        double least = seconds;
        RankLayout where = RankLayout.of(job);
        double limit = upTo * estimate(kind, choice.algorithm(), where, bytes).seconds;
        for (Algorithm algorithm : Catalogue.of(kind)) {
            if (algorithm.refusal(shape) != null) {
                continue;
            }
            Estimate model = estimate(kind, algorithm, where, bytes);
            if (model.seconds <= limit) {
                double forced = experiment.run(algorithm, bytes, model.segment).seconds();
                long own = algorithm.segmentBytes(shape);
                if (algorithm.supportsSegments() && own != model.segment) {
                    forced = Math.min(forced, experiment.run(algorithm, bytes, own).seconds());
                }
                best = forced < least ? algorithm.name() : best;
                least = Math.min(least, forced);
            }
        }
        return new ChoiceLoss(choice, seconds, best, least);
    }

    private static Experiment experiment(CollectiveKind kind, TorusEmbedding job) {
        LinkCost cost = LinkCost.of(LINK.latencyS(), LINK.latencyS(), LINK.bytesPerS());
        return new Experiment(kind, Machine.torus(job, 1, cost, 0, cost, Machine.Limits.NONE), 0);
    }

    /** What the model says of an algorithm with its best segments. */
    private record Estimate(double seconds, long segment) {}

    private static Estimate estimate(
            CollectiveKind kind, Algorithm algorithm, RankLayout where, long bytes) {
        CostFormula formula = CostFormulas.of(kind, algorithm.name());
        var cost = formula.of(where, bytes);
        long segments = cost.bestSegments(LINK);
        return new Estimate(cost.seconds(segments, LINK), cost.segmentBytes(segments));
    }

    /** The time of the choice over that of the best, less 1. */
    public double loss() {
        return seconds / bestSeconds - 1;
    }
}
