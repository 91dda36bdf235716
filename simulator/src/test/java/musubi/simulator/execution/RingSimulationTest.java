package musubi.simulator.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.topology.Torus;
import musubi.collectives.topology.TorusEmbedding;
import musubi.simulator.network.CallShapes;
import musubi.simulator.network.ContentionFreePaths;
import musubi.simulator.network.LinkCost;
import musubi.simulator.network.Machine;
import musubi.simulator.network.Outcome;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Arrays;

class RingSimulationTest {
    private static final LinkCost LINK = LinkCost.of(1.73e-6, 1e-6, 6.34e9);
    private static final LinkCost WITHIN = LinkCost.of(3e-7, 3e-7, 10e9);
    private static final double HOP = 1e-7;

    private static Machine machine(String shape, int ranksPerNode) {
        Torus torus = Torus.parse(shape);
        return Machine.torus(
                TorusEmbedding.of(torus), ranksPerNode, LINK, HOP, WITHIN, Machine.Limits.NONE);
    }

    private static Algorithm ring(CollectiveKind kind) {
        return Catalogue.find(kind, "ring");
    }

    private static RingSchedule program(
            CollectiveKind kind, Machine machine, long bytes, long cut) {
        CallShapes shapes = new CallShapes(kind, machine.placement(), bytes, cut);
        return RingSchedule.of(ring(kind), shapes, machine.ranks() - 1);
    }

    /** All ranks are compared with rank 0, not only some. */
    @ParameterizedTest
    @CsvSource({
        "ALLGATHER, 8x6x8, 1, 1024, 0, 0",
        "ALLGATHER, 64x6, 1, 65536, 0, 0",
        "ALLGATHER, 384, 1, 1, 0, 0",
        "ALLGATHER, 4x6x4, 4, 4096, 0, 0",
        "ALLREDUCE, 8x6x8, 1, 393216, 0, 0",
        "ALLREDUCE, 4x6x4, 1, 98304, 300, 1000",
        "ALLREDUCE, 128, 1, 13107200, 16384, 0",
        "REDUCE_SCATTER_BLOCK, 6x4x4, 1, 1024, 0, 500"
    })
    void shouldTakeAsLongAsTheEventsDo(
            CollectiveKind kind, String shape, int each, long bytes, long cut, double gamma) {
        Machine machine = machine(shape, each);
        Outcome events = new Experiment(kind, machine, gamma).run(ring(kind), bytes, cut);
        RingSchedule program = program(kind, machine, bytes, cut);
        assertNotNull(program);
        ContentionFreePaths lanes = machine.network().contentionFreePaths(program.peers());
        assertNotNull(lanes);
        Outcome ring = new RingSimulation(program, lanes, gamma).run();
        assertEquals(Outcome.Method.EVENTS, events.method());
        assertEquals(Outcome.Method.RING, ring.method());
        assertEquals(events.picos(), ring.picos());
        assertEquals(events.messages(), ring.messages());
        assertEquals(events.bytes(), ring.bytes());
        assertEquals(events.steps(), ring.steps());
    }

    @Test
    void shouldNotTakeBlocksOfDifferentSizesForOneProgram() {
        assertNull(program(CollectiveKind.ALLREDUCE, machine("5x4", 1), 1001, 0));
    }

    @Test
    void shouldNotTakeOtherAlgorithmsForRings() {
        Machine machine = machine("4x4", 1);
        for (Algorithm algorithm : Catalogue.of(CollectiveKind.BCAST)) {
            if (new Experiment(CollectiveKind.BCAST, machine, 0).refusal(algorithm) == null) {
                CallShapes shapes =
                        new CallShapes(CollectiveKind.BCAST, machine.placement(), 4096, 0);
                assertNull(RingSchedule.of(algorithm, shapes, 15), algorithm.name());
            }
        }
    }

    @Test
    void shouldHaveNoContentionFreePathsWhenMessagesShareLinks() {
        int[] fiveAhead = new int[64];
        Arrays.setAll(fiveAhead, rank -> (rank + 5) % 64);
        assertNull(machine("64", 1).network().contentionFreePaths(fiveAhead));
        Machine.Limits slow = new Machine.Limits(0, 1e9);
        Machine limited = Machine.torus(TorusEmbedding.of(Torus.of(64)), 1, LINK, 0, WITHIN, slow);
        int[] next = new int[64];
        Arrays.setAll(next, rank -> (rank + 1) % 64);
        assertNull(limited.network().contentionFreePaths(next));
        assertNotNull(machine("64", 1).network().contentionFreePaths(next));
    }

    @Test
    void shouldRunRingsThatAreTooLargeForEvents() {
        Machine machine = machine("20x16x14", 1);
        Experiment experiment = new Experiment(CollectiveKind.ALLGATHER, machine, 0);
        Outcome outcome = experiment.run(ring(CollectiveKind.ALLGATHER), 64, 0);
        assertEquals(Outcome.Method.RING, outcome.method());
        assertEquals(4480L * 4479, outcome.messages());
    }

    /** Blocks of several segments whose reductions take longer than their messages. */
    @Test
    void shouldRefuseRingsWhoseMessagesOvertakeEachOther() {
        Machine machine = machine("16", 1);
        RingSchedule program = program(CollectiveKind.ALLREDUCE, machine, 16 * 102400, 16384);
        ContentionFreePaths lanes = machine.network().contentionFreePaths(program.peers());
        RingSimulation run = new RingSimulation(program, lanes, 2000);
        assertThrows(IllegalArgumentException.class, run::run);
    }
}
