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
 * Simulated time of the model's choice, and of the best algorithm of its kind: each with its best
 * segment by the model, and with its default segment.
 *
 * @param choice of the model
 * @param seconds its simulated time
 * @param best name of the best algorithm
 * @param bestSeconds its simulated time
 */
public record ChoiceLoss(
        SelectedAlgorithm choice, double seconds, String best, double bestSeconds) {
    private static final HockneyLink LINK = HockneyLink.TOFU;

    /**
     * Compares on a torus with the link costs of the model.
     *
     * @param job the torus that algorithms see, and the links under it; the model has both
     * @param bytes of a message or block
     * @param upTo algorithms whose modelled time is more than this multiple of the choice's are not
     *     run
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

    /** Modelled time of an algorithm with its best segment. */
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
