package musubi.collectives.algorithm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.coll.CollectiveKind;
import musubi.coll.Counts;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Schedule;
import musubi.collectives.schedule.Shape;
import musubi.collectives.schedule.SymbolicJob;
import musubi.group.MessageAddress;
import musubi.topo.CartTopology;
import musubi.topo.DistGraphTopology;
import musubi.topo.DistGraphTopology.Edges;
import musubi.topo.Neighbours;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Executes neighbourhood collectives symbolically and compares the results with the standard. */
class NeighbourhoodAlgorithmsTest {
    private static final int ROUNDS = 300;

    /** Items in each buffer. */
    private static final int ROOM = 400;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    /** The source of the data of a block. */
    private record Origin(int rank, int block) {}

    /** Partners of the exchanges, and destinations of blocks. */
    private record Network(List<Neighbours> neighbours, List<List<Origin>> origins) {}

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ANY, names = "NEIGHBOR_.*")
    void shouldMatchTheStandardWhenNeighboursFormAGrid(CollectiveKind kind) {
        for (int round = 0; round < ROUNDS; round++) {
            int[] dims = random.ints(1 + random.nextInt(4), 1, 4).toArray();
            boolean[] periods = new boolean[dims.length];
            for (int d = 0; d < dims.length; d++) {
                periods[d] = random.nextBoolean();
            }
            CartTopology grid = CartTopology.of(dims, periods, 81);
            check(kind, grid(grid), kind + " seed=" + seed + " dims=" + Arrays.toString(dims));
        }
    }

    private static Network grid(CartTopology grid) {
        Network network = new Network(new ArrayList<>(), new ArrayList<>());
        for (int rank = 0; rank < grid.size(); rank++) {
            Neighbours neighbours = grid.neighbours(rank);
            network.neighbours.add(neighbours);
            network.origins.add(
                    IntStream.range(0, neighbours.inDegree())
                            .mapToObj(block -> new Origin(neighbours.source(block), block ^ 1))
                            .toList());
        }
        return network;
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ANY, names = "NEIGHBOR_.*")
    void shouldMatchTheStandardWhenNeighboursFormAGraph(CollectiveKind kind) {
        for (int round = 0; round < ROUNDS; round++) {
            int size = 1 + random.nextInt(6);
            int[][] edges = new int[random.nextInt(20)][];
            Arrays.setAll(edges, _ -> random.ints(2, 0, size).toArray());
            check(kind, graph(size, edges), kind + " seed=" + seed);
        }
    }

    /** Edges are a source and a destination; each rank has them in this order. */
    private static Network graph(int size, int[][] edges) {
        Network network = new Network(new ArrayList<>(), new ArrayList<>());
        for (int rank = 0; rank < size; rank++) {
            int me = rank;
            int[] sources =
                    Arrays.stream(edges).filter(e -> e[1] == me).mapToInt(e -> e[0]).toArray();
            int[] targets =
                    Arrays.stream(edges).filter(e -> e[0] == me).mapToInt(e -> e[1]).toArray();
            network.neighbours.add(
                    new DistGraphTopology(
                                    new Edges(sources, new int[sources.length]),
                                    new Edges(targets, new int[targets.length]),
                                    false)
                            .neighbours(rank));
            network.origins.add(origins(edges, me));
        }
        return network;
    }

    private static List<Origin> origins(int[][] edges, int me) {
        List<Origin> origins = new ArrayList<>();
        for (int e = 0; e < edges.length; e++) {
            if (edges[e][1] == me) {
                int source = edges[e][0];
                int before = (int) Arrays.stream(edges, 0, e).filter(o -> o[0] == source).count();
                origins.add(new Origin(source, before));
            }
        }
        return origins;
    }

    private void check(CollectiveKind kind, Network network, String what) {
        for (Algorithm algorithm : Catalogue.of(kind)) {
            SymbolicJob job = new SymbolicJob(random, random.nextBoolean());
            for (int rank = 0; rank < network.neighbours.size(); rank++) {
                Shape shape = shape(kind, network, rank);
                Schedule schedule = algorithm.schedule(shape);
                assertEquals(text(schedule), text(algorithm.schedule(shape.copy())));
                job.add(schedule, cells(rank + "."), cells("-"));
            }
            job.run();
            for (int rank = 0; rank < network.neighbours.size(); rank++) {
                String[] expected = expected(kind, network, rank);
                assertArrayEquals(expected, job.received(rank), what + " rank=" + rank);
            }
        }
    }

    private static String text(Schedule schedule) {
        return schedule.toString().replaceAll("\\[I@[0-9a-f]+", "");
    }

    private static String[] cells(String prefix) {
        String[] cells = new String[ROOM];
        Arrays.setAll(cells, i -> prefix.equals("-") ? "-" : prefix + i);
        return cells;
    }

    private static boolean isVector(CollectiveKind kind) {
        return kind != CollectiveKind.NEIGHBOR_ALLGATHER
                && kind != CollectiveKind.NEIGHBOR_ALLTOALL;
    }

    private static boolean isGather(CollectiveKind kind) {
        return kind == CollectiveKind.NEIGHBOR_ALLGATHER
                || kind == CollectiveKind.NEIGHBOR_ALLGATHERV;
    }

    private static int count(CollectiveKind kind, Origin origin) {
        if (!isVector(kind)) {
            return 2;
        }
        return (origin.rank + (isGather(kind) ? 0 : 3 * origin.block)) % 4;
    }

    private static int sentAt(CollectiveKind kind, int block) {
        return isGather(kind) ? 0 : isVector(kind) ? 7 * block + 1 : 2 * block;
    }

    /** From the end of the room, so that blocks are in no order. */
    private static int receivedAt(CollectiveKind kind, int block) {
        return isVector(kind) ? ROOM - 5 * (block + 1) : 2 * block;
    }

    private static Shape shape(CollectiveKind kind, Network network, int rank) {
        Neighbours neighbours = network.neighbours.get(rank);
        List<Origin> origins = network.origins.get(rank);
        Shape shape = new Shape().reset(kind, rank, network.neighbours.size());
        shape.neighbours = neighbours;
        if (isVector(kind)) {
            shape.receiveCounts =
                    Counts.of(
                            origins.stream().mapToInt(o -> Math.max(0, count(kind, o))).toArray());
            shape.receiveAt =
                    Counts.of(
                            IntStream.range(0, origins.size())
                                    .map(b -> receivedAt(kind, b))
                                    .toArray());
        } else {
            shape.count = 2;
        }
        if (isVector(kind) && !isGather(kind)) {
            IntStream blocks = IntStream.range(0, neighbours.outDegree());
            shape.sendCounts =
                    Counts.of(blocks.map(b -> count(kind, new Origin(rank, b))).toArray());
            shape.sendAt =
                    Counts.of(
                            IntStream.range(0, neighbours.outDegree())
                                    .map(b -> sentAt(kind, b))
                                    .toArray());
        } else {
            shape.sendCount = count(kind, new Origin(rank, 0));
        }
        return shape;
    }

    private static String[] expected(CollectiveKind kind, Network network, int rank) {
        String[] expected = cells("-");
        List<Origin> origins = network.origins.get(rank);
        for (int block = 0; block < origins.size(); block++) {
            Origin origin = origins.get(block);
            for (int i = 0;
                    origin.rank != MessageAddress.PROC_NULL && i < count(kind, origin);
                    i++) {
                expected[receivedAt(kind, block) + i] =
                        origin.rank + "." + (sentAt(kind, origin.block) + i);
            }
        }
        return expected;
    }
}
