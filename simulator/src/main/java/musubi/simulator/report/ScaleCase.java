package musubi.simulator.report;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;
import musubi.collectives.selection.RuleSelector;
import musubi.collectives.selection.SelectedAlgorithm;
import musubi.collectives.selection.SiteSelector;
import musubi.simulator.execution.Experiment;
import musubi.simulator.network.CallShapes;
import musubi.simulator.network.Machine;

import java.util.ArrayList;
import java.util.List;

/**
 * One collective of one size on a machine of many sites, by all algorithms.
 *
 * @param chosen by the selection of ranks
 * @param times of all algorithms that do not refuse
 */
record ScaleCase(CollectiveKind kind, long bytes, SelectedAlgorithm chosen, List<Timed> times) {
    /** Picoseconds of a rank for each byte that it copies or reduces: 4 GB/s. */
    private static final double GAMMA = 250;

    private static final String BY_SITE = "by-site";

    /** Seconds of an algorithm. */
    record Timed(String algorithm, double seconds) {
        boolean isBySite() {
            return algorithm.startsWith(BY_SITE);
        }
    }

    /** Simulates all algorithms with their own segments. */
    static ScaleCase of(CollectiveKind kind, Machine machine, long bytes) {
        Experiment experiment = new Experiment(kind, machine, GAMMA);
        List<Timed> times = new ArrayList<>();
        for (Algorithm algorithm : Catalogue.of(kind)) {
            if (experiment.refusal(algorithm) == null) {
                long segment = experiment.ownSegment(algorithm, bytes);
                double seconds = experiment.run(algorithm, bytes, segment).seconds();
                times.add(new Timed(algorithm.name(), seconds));
            }
        }
        return new ScaleCase(kind, bytes, choice(kind, machine, bytes), times);
    }

    /** The algorithm that ranks select without overrides and measured costs. */
    static SelectedAlgorithm choice(CollectiveKind kind, Machine machine, long bytes) {
        Shape shape = new CallShapes(kind, machine.placement(), bytes, 0).of(0);
        SelectedAlgorithm bySites = new SiteSelector().select(shape);
        return bySites != null ? bySites : new RuleSelector(false).select(shape);
    }

    /** Seconds of the call by the chosen algorithm alone. */
    static double chosenSeconds(CollectiveKind kind, Machine machine, long bytes) {
        SelectedAlgorithm choice = choice(kind, machine, bytes);
        return new Experiment(kind, machine, GAMMA)
                .run(choice.algorithm(), bytes, choice.segmentBytes())
                .seconds();
    }

    /** The fastest one by site, or flat; null if there is none. */
    Timed best(boolean bySite) {
        return times.stream()
                .filter(timed -> timed.isBySite() == bySite)
                .min((a, b) -> Double.compare(a.seconds, b.seconds))
                .orElse(null);
    }

    Timed chosenTime() {
        String name = chosen.algorithm().name();
        return times.stream()
                .filter(timed -> timed.algorithm.equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** The time of the chosen one over that of the best, less 1. */
    double loss() {
        double best = times.stream().mapToDouble(Timed::seconds).min().orElseThrow();
        return chosenTime().seconds / best - 1;
    }
}
