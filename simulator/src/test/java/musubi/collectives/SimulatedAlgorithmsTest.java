package musubi.collectives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.algorithm.SymbolicCase;
import musubi.collectives.algorithm.SymbolicCheck;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Schedule;
import musubi.collectives.schedule.SymbolicJob;
import musubi.simulator.execution.Replay;
import musubi.simulator.network.Outcome;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Random;

/**
 * Simulates every algorithm, moves symbols in the order of the simulation, and compares with the
 * standard.
 */
class SimulatedAlgorithmsTest {
    private static final int[] SIZES = {2, 3, 5, 6, 8, 12, 16};

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "NEIGHBOR_.*")
    void shouldConformToTheStandardWhenSimulated(CollectiveKind kind) {
        for (Algorithm algorithm : Catalogue.of(kind)) {
            int run = 0;
            for (int size : SIZES) {
                for (int variant = 0; variant < 8; variant++) {
                    int count = random.nextInt(8);
                    SymbolicCase job = new SymbolicCase(kind, size, count, variant, random);
                    run += simulateIfAble(algorithm, job);
                }
            }
            assertTrue(
                    run > 2,
                    algorithm.name() + " refuses nearly all, runs=" + run + " seed=" + seed);
        }
    }

    private int simulateIfAble(Algorithm algorithm, SymbolicCase job) {
        if (algorithm.refusal(job.shape(0)) != null) {
            return 0;
        }
        simulate(algorithm, job);
        return 1;
    }

    private void simulate(Algorithm algorithm, SymbolicCase job) {
        String what = algorithm.name() + " " + job + " seed=" + seed;
        SymbolicJob machine = new SymbolicJob(random, false);
        long messages = 0;
        for (int rank = 0; rank < job.size; rank++) {
            Schedule schedule = algorithm.schedule(job.shape(rank));
            machine.add(schedule, job.send(rank), job.receive(rank));
            for (int i = 0; i < schedule.size(); i++) {
                messages += schedule.step(i).from() != null && schedule.step(i).peer() >= 0 ? 1 : 0;
            }
        }
        try {
            machine.start();
            Outcome outcome = Replay.run(algorithm, job.size, job::shape, random, machine::follow);
            machine.checkEnd();
            SymbolicCheck.compare(job, machine);
            assertEquals(messages, outcome.messages());
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(what + ": " + e.getMessage(), e);
        }
    }
}
