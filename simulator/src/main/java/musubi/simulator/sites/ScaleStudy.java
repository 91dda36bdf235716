package musubi.simulator.sites;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;
import musubi.collectives.selection.RuleSelector;
import musubi.collectives.selection.SelectedAlgorithm;
import musubi.collectives.selection.SiteSelector;
import musubi.simulator.execution.Experiment;
import musubi.simulator.execution.PlannedCall;
import musubi.simulator.network.CallShapes;
import musubi.simulator.network.Machine;
import musubi.simulator.network.Outcome;
import musubi.simulator.sites.ScaleTimes.Case;
import musubi.simulator.sites.ScaleTimes.Time;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Simulates collectives on many sites by all algorithms. A run is given up when it takes longer
 * than another one of its sort, by site or flat, unless ranks choose its algorithm. Flat schedules
 * are planned once for all machines.
 */
final class ScaleStudy {
    /** Picoseconds of a rank for each byte that it copies or reduces: 4 GB/s. */
    private static final double GAMMA = 250;

    private static final long PICOS_IN_NANO = 1000;
    private static final String BY_SITE = "by-site";

    /**
     * Of p - 1 rounds and more, each of which may cross a wide link: for long messages only, and
     * last.
     */
    private static final List<String> OF_MANY_ROUNDS =
            List.of(
                    "scatter-allgather",
                    "chain",
                    "pipeline",
                    "neighbour-exchange",
                    "ring",
                    "pairwise");

    private static final long LONG_BYTES = 16 << 20;

    private final int nodes;
    private final ScaleTimes times;
    private final Consumer<String> progress;
    private final Map<String, Machine> machines = new TreeMap<>();

    /** Known choices, which take longer than many a run. */
    private final Map<Case, SelectedAlgorithm> choices = new TreeMap<>();

    /**
     * A study.
     *
     * @param times known ones, which are kept; new ones are added
     */
    ScaleStudy(int nodes, ScaleTimes times, Consumer<String> progress) {
        this.nodes = nodes;
        this.times = times;
        this.progress = progress;
    }

    static boolean isBySite(String algorithm) {
        return algorithm.startsWith(BY_SITE);
    }

    private Machine machine(Case key) {
        return machines.computeIfAbsent(
                key.links() + " " + key.sites(), _ -> key.links().machine(key.sites(), nodes));
    }

    /** The algorithm that ranks select without overrides and measured costs. */
    SelectedAlgorithm choice(Case key) {
        return choices.computeIfAbsent(key, _ -> choice(key.kind(), machine(key), key.bytes()));
    }

    private static SelectedAlgorithm choice(CollectiveKind kind, Machine machine, long bytes) {
        Shape shape = new CallShapes(kind, machine.placement(), bytes, 0).of(0);
        SelectedAlgorithm bySites = new SiteSelector().select(shape);
        return bySites != null ? bySites : new RuleSelector(false).select(shape);
    }

    /** Seconds of a call by the chosen algorithm. */
    static double chosenSeconds(CollectiveKind kind, Machine machine, long bytes) {
        Algorithm algorithm = choice(kind, machine, bytes).algorithm();
        Experiment experiment = new Experiment(kind, machine, GAMMA);
        return experiment.run(algorithm, bytes, experiment.ownSegment(algorithm, bytes)).seconds();
    }

    /** Simulates what is not known of cases of one kind and size. */
    void run(List<Case> cases) {
        Case first = cases.getFirst();
        Catalogue.of(first.kind()).stream()
                .filter(each -> isWorthARun(each.name(), cases))
                .sorted(Comparator.comparing(each -> turn(each.name())))
                .forEach(algorithm -> run(algorithm, cases));
    }

    /** The quickest to simulate first. */
    private static int turn(String name) {
        return isBySite(name) ? -name.length() : OF_MANY_ROUNDS.indexOf(name);
    }

    private boolean isWorthARun(String name, List<Case> cases) {
        return !OF_MANY_ROUNDS.contains(name)
                || cases.getFirst().bytes() >= LONG_BYTES
                || cases.stream().anyMatch(key -> choice(key).algorithm().name().equals(name));
    }

    private void run(Algorithm algorithm, List<Case> cases) {
        PlannedCall flat = null;
        for (Case key : cases) {
            String name = algorithm.name();
            boolean isChosen = choice(key).algorithm().name().equals(name);
            Time known = times.of(key).get(name);
            boolean isEnough = known != null && (known.isComplete() || !isChosen);
            Experiment experiment = new Experiment(key.kind(), machine(key), GAMMA);
            if (isEnough || experiment.refusal(algorithm) != null) {
                continue;
            }
            progress.accept(key + " " + name);
            PlannedCall call = flat;
            if (call == null) {
                long segment = experiment.ownSegment(algorithm, key.bytes());
                call =
                        new PlannedCall(
                                algorithm,
                                new CallShapes(
                                        key.kind(),
                                        machine(key).placement(),
                                        key.bytes(),
                                        segment));
                flat = isBySite(name) ? null : call;
            }
            long limit = isChosen ? Long.MAX_VALUE : limit(key, isBySite(name));
            times.put(key, name, time(call.run(machine(key), GAMMA, limit), limit));
        }
    }

    private static Time time(Outcome outcome, long limit) {
        return outcome == null
                ? new Time(limit / PICOS_IN_NANO, false)
                : new Time(Math.round((double) outcome.picos() / PICOS_IN_NANO), true);
    }

    /** The least time so far, picoseconds. */
    private long limit(Case key, boolean bySite) {
        return times.of(key).entrySet().stream()
                .filter(each -> isBySite(each.getKey()) == bySite && each.getValue().isComplete())
                .mapToLong(each -> each.getValue().nanos() * PICOS_IN_NANO)
                .min()
                .orElse(Long.MAX_VALUE);
    }
}
