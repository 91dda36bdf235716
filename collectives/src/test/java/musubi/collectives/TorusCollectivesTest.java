package musubi.collectives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.Rank;
import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.algorithm.SymbolicCase;
import musubi.collectives.call.CallValidator;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;
import musubi.collectives.selection.VirtualTorus;
import musubi.collectives.topology.DefaultTorus;
import musubi.collectives.topology.NodeMap;
import musubi.collectives.topology.Torus;
import musubi.collectives.topology.TorusEmbedding;
import musubi.comm.Communicator;
import musubi.comm.TopologyCommunicators;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.job.JobOfThreads;
import musubi.topo.CartTopology;
import musubi.type.MpiType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** Jobs of threads with a virtual torus: its shape, and its algorithms on real buffers. */
class TorusCollectivesTest {
    private static final List<CollectiveKind> KINDS =
            List.of(
                    CollectiveKind.BCAST,
                    CollectiveKind.REDUCE,
                    CollectiveKind.ALLREDUCE,
                    CollectiveKind.ALLTOALL,
                    CollectiveKind.ALLTOALLV,
                    CollectiveKind.ALLTOALLW,
                    CollectiveKind.ALLGATHER,
                    CollectiveKind.ALLGATHERV);

    private static final NodeMap ONE_NODE = NodeMap.of(0, 0, 0, 0, 0, 0);

    private final long seed = System.nanoTime();

    @ParameterizedTest
    @ValueSource(strings = {"3x3", "2x2x2", "7", "4mx2"})
    void shouldMatchTheStandardWhenTheJobHasATorus(String torus) throws InterruptedException {
        int size = Torus.parse(torus).size();
        for (CollectiveKind kind : KINDS) {
            for (Algorithm algorithm : Catalogue.of(kind)) {
                String setting = "coll." + kind.name().toLowerCase(Locale.ROOT);
                String forced =
                        algorithm.name() + (algorithm.supportsSegments() ? ":segment=64" : "");
                Map<String, String> settings = Map.of(setting, forced, "coll.torus", torus);
                JobOfThreads.run(size, settings, rank -> runSome(rank, kind, algorithm.name()));
            }
        }
    }

    private void runSome(Rank rank, CollectiveKind kind, String name) {
        Random random = new Random(seed);
        for (int count : new int[] {0, 1, 5, 1000}) {
            int variant = random.nextInt(4) & ~2;
            int size = rank.world().size();
            SymbolicCase job = new SymbolicCase(kind, size, count, variant, random);
            MpiType type = random.nextBoolean() ? MpiType.INT : MpiType.DOUBLE;
            LiveCase live = new LiveCase(job, rank.world().rank(), type, random);
            rank.world().collectives().run(live.call);
            live.check(name + " " + kind + " count=" + count + " seed=" + seed);
        }
    }

    @Test
    void shouldUseTheShapeWhenTheJobHasOne() throws InterruptedException {
        JobOfThreads.run(6, Map.of(), rank -> checkShapes(rank, "3x2mx1"));
        JobOfThreads.run(6, Map.of(), rank -> checkShapes(rank, "6@3x2mx1"));
    }

    private static void checkShapes(Rank rank, String text) {
        Communicator world = rank.world();
        Torus given = Torus.parse(text.split("@")[0]);
        assertEquals(given, VirtualTorus.of(world, ONE_NODE, name -> text));
        assertEquals(given, VirtualTorus.of(world.dup(), ONE_NODE, name -> text));
        assertEquals(Torus.of(3, 2, 1), VirtualTorus.of(world, ONE_NODE, name -> null));
        assertNull(
                VirtualTorus.of(world.split(0, -world.rank()), ONE_NODE, name -> text),
                "another order");
        assertNull(
                VirtualTorus.of(world.split(world.rank() % 2, 0), ONE_NODE, name -> text),
                "half of the job");
        CartTopology grid = CartTopology.of(new int[] {2, 2}, new boolean[] {true, false}, 6);
        Communicator cart = TopologyCommunicators.cart(world, grid, false);
        if (cart != null) {
            assertEquals(Torus.parse("2x2m"), VirtualTorus.of(cart, ONE_NODE, name -> text));
        }
    }

    @Test
    void shouldFailWhenTheShapeDoesNotFitTheJob() throws InterruptedException {
        JobOfThreads.run(2, Map.of("coll.torus", "3x2"), TorusCollectivesTest::expectMisfit);
    }

    private static void expectMisfit(Rank rank) {
        MpiFailure failure = assertThrows(MpiFailure.class, () -> rank.world().collectives());
        assertEquals(ErrorClass.DIMS, failure.errorClass());
        String said = failure.getMessage();
        assertEquals(TorusEmbedding.parse("6@3x2"), VirtualTorus.configured(name -> "6@3x2"));
        assertThrows(MpiFailure.class, () -> VirtualTorus.configured(name -> "6@3x3"));
        assertTrue(said.contains("3x2") && said.contains("holds=6 ranks=2"), said);
        assertNull(
                VirtualTorus.of(
                        rank.world().split(rank.world().rank(), 0), ONE_NODE, name -> "3x2"));
    }

    @Test
    void shouldDefaultToANearCubeWhenNoShapeIsGiven() {
        assertEquals(Torus.of(1, 1, 1), DefaultTorus.nearCube(1));
        assertEquals(Torus.of(2, 2, 1), DefaultTorus.nearCube(4));
        assertEquals(Torus.of(7, 1, 1), DefaultTorus.nearCube(7));
        assertEquals(Torus.of(8, 8, 6), DefaultTorus.nearCube(384));
    }

    @Test
    void shouldUseNodesTimesRanksWhenNodesAreEqual() {
        assertEquals(Torus.of(3, 2), DefaultTorus.ofNodes(NodeMap.of(0, 0, 1, 1, 2, 2), 6));
        assertEquals(Torus.of(2, 3), DefaultTorus.ofNodes(NodeMap.of(7, 7, 7, 1, 1, 1), 6));
        assertEquals(Torus.of(2, 3), DefaultTorus.ofNodes(NodeMap.of(0, 1, 2, 0, 1, 2), 6));
        assertNull(DefaultTorus.ofNodes(ONE_NODE, 6));
        assertNull(DefaultTorus.ofNodes(NodeMap.of(0, 1, 2), 3));
        assertNull(DefaultTorus.ofNodes(NodeMap.of(0, 0, 1), 3));
        assertNull(DefaultTorus.ofNodes(NodeMap.of(0, 0, 1, 1, 0, 0), 6));
        assertNull(DefaultTorus.ofNodes(NodeMap.of(0, 1, 1, 0), 4));
    }

    @Test
    void shouldSetTheTorusWhenACallIsValidated() throws InterruptedException {
        JobOfThreads.run(4, Map.of(), TorusCollectivesTest::checkReader);
    }

    private static void checkReader(Rank rank) {
        Torus torus = Torus.of(4);
        Shape shape = new Shape();
        SymbolicCase job = new SymbolicCase(CollectiveKind.BCAST, 4, 3, 0, new Random(1));
        LiveCase live = new LiveCase(job, rank.world().rank(), MpiType.INT, new Random(1));
        new CallValidator(torus).validate(live.call, rank.world(), shape);
        assertEquals(torus, shape.torus);
        assertEquals(torus, shape.copy().torus);
    }
}
