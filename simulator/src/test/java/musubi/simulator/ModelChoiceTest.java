package musubi.simulator;

import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.model.Formula;
import musubi.collectives.model.Formulas;
import musubi.collectives.model.Hockney;
import musubi.collectives.model.Layout;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;
import musubi.collectives.schedule.Torus;
import musubi.collectives.selection.Choice;
import musubi.collectives.selection.ModelChooser;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the model's choice loses on the simulator against the best of all algorithms, each with its
 * best segments by the model. Those that the model takes for more than twice as slow as its choice
 * are not run.
 */
class ModelChoiceTest {
    private static final double MOST_LOSS = 1.1;
    private static final double RUN_UP_TO = 2;

    private static Experiment experiment(CollectiveKind kind, Torus torus) {
        Hockney link = Hockney.TOFU;
        Cost cost = Cost.of(link.latencyS(), link.latencyS(), link.bytesPerS());
        return new Experiment(kind, Machine.torus(torus, 1, cost, 0, cost, Machine.Limits.NONE), 0);
    }

    @ParameterizedTest
    @CsvSource({
        "BCAST, 384, 32768:262144",
        "BCAST, 64x6, 4096:32768:262144",
        "BCAST, 8x6x8, 4096:32768:262144",
        "BCAST, 3072, 65536",
        "BCAST, 16x12x16, 262144",
        "ALLREDUCE, 384, 1024:32768",
        "ALLREDUCE, 64x6, 1024:32768",
        "ALLREDUCE, 8x6x8, 1024:32768",
        "ALLGATHER, 96, 1024:32768",
        "ALLGATHER, 4x6x4, 1024:32768",
        "ALLTOALL, 96, 16:1024",
        "ALLTOALL, 16x6, 16:1024",
        "ALLTOALL, 4x6x4, 16:1024",
        "ALLTOALL, 64x6, 16"
    })
    void shouldLoseLittleAgainstTheBestOnTheSimulator(
            CollectiveKind kind, String shape, String sizes) {
        Torus torus = Torus.parse(shape);
        for (String bytes : sizes.split(":")) {
            check(experiment(kind, torus), kind, torus, Long.parseLong(bytes));
        }
    }

    private static void check(Experiment experiment, CollectiveKind kind, Torus torus, long bytes) {
        Shape shape = new Shape().reset(kind, 0, torus.size());
        shape.torus = torus;
        shape.count = bytes;
        Choice choice = new ModelChooser(null, true).choose(shape);
        double chosen = experiment.run(choice.algorithm(), bytes, choice.segmentBytes()).seconds();
        double limit = RUN_UP_TO * model(kind, choice.algorithm(), torus, bytes).seconds;
        for (Algorithm algorithm : Catalogue.of(kind)) {
            if (algorithm.refusal(shape) != null || algorithm == choice.algorithm()) {
                continue;
            }
            Estimate estimate = model(kind, algorithm, torus, bytes);
            if (estimate.seconds <= limit) {
                double forced = experiment.run(algorithm, bytes, estimate.segment).seconds();
                String what = "%s %d bytes %s %.3g s, %s %.3g s";
                assertTrue(
                        chosen <= MOST_LOSS * forced,
                        what.formatted(
                                torus, bytes, choice.text(), chosen, algorithm.name(), forced));
            }
        }
    }

    /** What the model says of an algorithm with its best segments. */
    private record Estimate(double seconds, long segment) {}

    private static Estimate model(
            CollectiveKind kind, Algorithm algorithm, Torus torus, long bytes) {
        Formula formula = Formulas.of(kind, algorithm.name());
        var cost = formula.of(Layout.of(torus), bytes);
        long segments = cost.bestSegments(Hockney.TOFU);
        return new Estimate(cost.seconds(segments, Hockney.TOFU), cost.segmentBytes(segments));
    }
}
