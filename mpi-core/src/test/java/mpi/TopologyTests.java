package mpi;

import static mpi.InJob.assertFails;
import static mpi.InJob.returningWorld;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Virtual topologies. MPI-4.1 sections 8.4 and 8.5. */
interface TopologyTests extends InJob {
    /** MPI-4.1 section 8.5.1. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8})
    default void shouldArrangeTheFirstRanksInAGrid(int ranks) {
        job(ranks).run(TopologyTests::arrangeInGrid);
    }

    private static void arrangeInGrid() {
        Intracomm world = MPI.COMM_WORLD;
        int me = world.getRank();
        int rows = Math.max(1, world.getSize() / 2);
        int[] dims = {rows, 2};
        if (world.getSize() == 1) {
            dims[1] = 1;
        }
        boolean inside = me < dims[0] * dims[1];
        boolean[] periods = {true, false};
        CartComm grid = world.createCart(dims, periods, false);
        Cartcomm capitalised = world.Create_cart(dims, periods, true);
        assertEquals(!inside, grid.isNull());
        assertEquals(!inside, capitalised == null);
        if (!inside) {
            returningWorld();
            assertFails(MPI.ERR_COMM, grid::getTopo);
            return;
        }
        assertEquals(me, grid.getRank());
        assertEquals(dims[0] * dims[1], grid.getSize());
        assertEquals(MPI.CART, grid.getTopology());
        assertEquals(MPI.CART, capitalised.Topo_test());
        assertEquals(MPI.UNDEFINED, world.getTopology());
        CartParms topo = grid.getTopo();
        assertEquals(2, topo.getDimCount());
        assertArrayEquals(dims, topo.dims);
        assertEquals(dims[0], topo.getDim(0));
        assertTrue(topo.getPeriod(0));
        assertFalse(topo.periods[1]);
        assertEquals(me / dims[1], topo.getCoord(0));
        assertArrayEquals(topo.coords, grid.getCoords(me));
        assertArrayEquals(topo.coords, capitalised.Get().coords);
        assertArrayEquals(topo.coords, capitalised.Coords(me));
        assertEquals(me, grid.getRank(topo.coords));
        assertEquals(me, capitalised.Rank(new int[] {topo.coords[0] + rows, topo.coords[1]}));
        assertEquals(me, grid.map(dims, periods));
        assertEquals(me == 0 ? 0 : MPI.UNDEFINED, capitalised.Map(new int[] {1}, periods));
    }

    /** MPI-4.1 section 8.5.6. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8})
    default void shouldPassDataAlongWhenShifted(int ranks) {
        job(ranks).run(TopologyTests::passAlong);
    }

    private static void passAlong() {
        int n = MPI.COMM_WORLD.getSize();
        int me = MPI.COMM_WORLD.getRank();
        for (boolean periodic : new boolean[] {false, true}) {
            Cartcomm ring =
                    MPI.COMM_WORLD.Create_cart(new int[] {n}, new boolean[] {periodic}, true);
            for (int disp : new int[] {1, -1, 2, 0, n, -3 * n - 1, Integer.MIN_VALUE}) {
                ShiftParms shift = ring.shift(0, disp);
                ShiftParms same = ring.Shift(0, disp);
                assertEquals(shift.rank_dest, same.getRankDest());
                assertEquals(shift.getRankSource(), same.rank_source);
                int[] got = {-1};
                ring.sendRecv(
                        new int[] {me},
                        1,
                        MPI.INT,
                        shift.rank_dest,
                        0,
                        got,
                        1,
                        MPI.INT,
                        shift.rank_source,
                        0);
                long from = me - (long) disp;
                boolean there = periodic || from >= 0 && from < n;
                assertEquals(there ? Math.floorMod(from, n) : -1, got[0]);
            }
        }
    }

    /** MPI-4.1 section 8.5.7. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 7, 8})
    default void shouldCutGridsIntoRowsAndColumns(int ranks) {
        job(ranks).run(TopologyTests::cut);
    }

    private static void cut() {
        int[] dims = new int[2];
        CartComm.createDims(MPI.COMM_WORLD.getSize(), dims);
        CartComm grid = MPI.COMM_WORLD.createCart(dims, new boolean[] {false, true}, false);
        int[] coords = grid.getTopo().coords;
        CartComm row = grid.sub(new boolean[] {false, true});
        assertEquals(dims[1], row.getSize());
        assertEquals(coords[1], row.getRank());
        assertArrayEquals(new int[] {dims[1]}, row.getTopo().dims);
        assertTrue(row.getTopo().periods[0]);
        assertArrayEquals(
                IntStream.range(0, dims[1]).map(c -> coords[0] * dims[1] + c).toArray(),
                worldRanks(row));
        CartComm column = grid.sub(new boolean[] {true, false});
        assertEquals(dims[0], column.getSize());
        assertFalse(column.getTopo().periods[0]);
        CartComm point = grid.sub(new boolean[] {false, false});
        assertEquals(1, point.getSize());
        assertEquals(0, point.getTopo().getDimCount());
        CartComm whole = point.sub(new boolean[0]).dup();
        assertEquals(0, whole.getRank(new int[0]));
        Cartcomm capitalised =
                MPI.COMM_WORLD.Create_cart(dims, new boolean[2], false)
                        .Sub(new boolean[] {true, true});
        assertArrayEquals(dims, capitalised.Get().dims);
    }

    private static int[] worldRanks(Comm comm) {
        int[] all = IntStream.range(0, comm.getSize()).toArray();
        return Group.translateRanks(comm.getGroup(), all, MPI.COMM_WORLD.getGroup());
    }

    /** MPI-4.1 section 7.4.2. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4})
    default void shouldKeepTheTopologyWhenDuplicated(int ranks) {
        job(ranks).run(TopologyTests::duplicate);
    }

    private static void duplicate() {
        int n = MPI.COMM_WORLD.getSize();
        int[] dims = {n};
        CartComm grid = MPI.COMM_WORLD.createCart(dims, new boolean[1], false);
        Intracomm plain = grid;
        CartComm[] copies = {
            grid.dup(),
            grid.clone(),
            grid.iDup(),
            grid.dupWithInfo(new Info()),
            (CartComm) plain.dup()
        };
        copies[2].getRequest().waitFor();
        for (CartComm copy : copies) {
            assertEquals(MPI.CART, copy.getTopology());
            assertArrayEquals(dims, copy.getTopo().dims);
            assertEquals(MPI.CONGRUENT, Comm.compare(grid, copy));
            copy.free();
            assertTrue(copy.isNull());
        }
        Cartcomm capitalised = MPI.COMM_WORLD.Create_cart(dims, new boolean[1], false);
        Object clone = capitalised.clone();
        assertArrayEquals(dims, assertInstanceOf(Cartcomm.class, clone).Get().dims);
        GraphComm graph = ring(n);
        assertEquals(n, graph.dup().getDims().getIndexCount());
        GraphComm later = graph.iDup();
        later.getRequest().waitFor();
        assertArrayEquals(graph.getNeighbors(0), later.getNeighbors(0));
        int[] all = IntStream.range(0, n).toArray();
        GraphComm dist =
                MPI.COMM_WORLD.createDistGraphAdjacent(all, all, MPI.INFO_NULL, false).clone();
        assertEquals(n, dist.getDistGraphNeighbors().getInDegree());
        assertEquals(MPI.DIST_GRAPH, dist.getTopology());
        Intracomm split = grid.split(0, 0);
        assertEquals(MPI.UNDEFINED, split.getTopology());
        assertEquals(MPI.UNDEFINED, grid.create(grid.getGroup()).getTopology());
    }

    private static GraphComm ring(int n) {
        int[] index = IntStream.rangeClosed(1, n).map(i -> 2 * i).toArray();
        int[] edges =
                IntStream.range(0, n)
                        .flatMap(i -> IntStream.of((i + n - 1) % n, (i + 1) % n))
                        .toArray();
        return MPI.COMM_WORLD.createGraph(index, edges, true);
    }

    /** MPI-4.1 sections 8.5.3 and 8.5.5. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8})
    default void shouldArrangeTheFirstRanksInAGraph(int ranks) {
        job(ranks).run(TopologyTests::arrangeInGraph);
    }

    private static void arrangeInGraph() {
        int n = MPI.COMM_WORLD.getSize();
        int me = MPI.COMM_WORLD.getRank();
        GraphComm graph = ring(n);
        assertEquals(MPI.GRAPH, graph.getTopology());
        assertEquals(n, graph.getDims().getIndexCount());
        assertEquals(2 * n, graph.getDims().getEdgeCount());
        assertEquals(2 * n, graph.getDims().getIndex(n - 1));
        assertEquals(1 % n, graph.getDims().getEdge(1));
        for (int rank = 0; rank < n; rank++) {
            int[] around = {(rank + n - 1) % n, (rank + 1) % n};
            assertArrayEquals(around, graph.getNeighbors(rank));
        }
        int[] loop = {2};
        int[] twice = {0, 0};
        Graphcomm alone = MPI.COMM_WORLD.Create_graph(loop, twice, false);
        assertEquals(me != 0, alone == null);
        assertEquals(me != 0, MPI.COMM_WORLD.createGraph(loop, twice, false).isNull());
        assertEquals(me == 0 ? 0 : MPI.UNDEFINED, graph.map(loop, twice));
        if (me == 0) {
            assertEquals(MPI.GRAPH, alone.Topo_test());
            assertArrayEquals(twice, alone.Neighbours(0));
            assertArrayEquals(loop, alone.Get().index);
            assertArrayEquals(twice, alone.Get().edges);
            assertEquals(0, alone.Map(loop, twice));
        }
        assertTrue(MPI.COMM_WORLD.createGraph(new int[0], new int[0], false).isNull());
    }

    /** MPI-4.1 section 8.5.4. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8})
    default void shouldGiveEachRankItsEdgesIndependentOfTheSpecifyingRank(int ranks) {
        long seed = System.nanoTime();
        job(ranks).run(() -> distribute(seed));
    }

    /** All ranks draw all edges; each specifies its own. */
    private static void distribute(long seed) {
        Intracomm world = MPI.COMM_WORLD;
        int n = world.getSize();
        int me = world.getRank();
        Random random = new Random(seed);
        List<int[]> all = new ArrayList<>();
        int[][] mine = null;
        for (int rank = 0; rank < n; rank++) {
            int[] sources = random.ints(random.nextInt(4), 0, n).toArray();
            int[] degrees = random.ints(sources.length, 0, 4).toArray();
            int edges = IntStream.of(degrees).sum();
            int[] destinations = random.ints(edges, 0, n).toArray();
            int[] weights = random.ints(edges, 0, 9).toArray();
            for (int s = 0, e = 0; s < sources.length; s++) {
                for (int i = 0; i < degrees[s]; i++, e++) {
                    all.add(new int[] {sources[s], destinations[e], weights[e]});
                }
            }
            mine = rank == me ? new int[][] {sources, degrees, destinations, weights} : mine;
        }
        GraphComm weighted =
                world.createDistGraph(mine[0], mine[1], mine[2], mine[3], MPI.INFO_NULL, true);
        GraphComm plain = world.createDistGraph(mine[0], mine[1], mine[2], null, false);
        assertEquals(MPI.DIST_GRAPH, weighted.getTopology());
        checkEdges(weighted.getDistGraphNeighbors(), all, me, true, seed);
        checkEdges(plain.getDistGraphNeighbors(), all, me, false, seed);
        DistGraphNeighbors mineOnly = weighted.getDistGraphNeighbors();
        int[][] sides = sides(mineOnly);
        GraphComm adjacent =
                world.createDistGraphAdjacent(
                        sides[0], sides[1], sides[2], sides[3], MPI.INFO_NULL, false);
        checkEdges(adjacent.getDistGraphNeighbors(), all, me, true, seed);
    }

    private static int[][] sides(DistGraphNeighbors edges) {
        int in = edges.getInDegree();
        int out = edges.getOutDegree();
        return new int[][] {
            IntStream.range(0, in).map(edges::getSource).toArray(),
            IntStream.range(0, in).map(edges::getSourceWeight).toArray(),
            IntStream.range(0, out).map(edges::getDestination).toArray(),
            IntStream.range(0, out).map(edges::getDestinationWeight).toArray()
        };
    }

    private static void checkEdges(
            DistGraphNeighbors got, List<int[]> all, int me, boolean weighted, long seed) {
        String what = "seed=" + seed;
        int[][] sides = sides(got);
        int[][] in = all.stream().filter(e -> e[1] == me).toArray(int[][]::new);
        int[][] out = all.stream().filter(e -> e[0] == me).toArray(int[][]::new);
        assertEquals(weighted, got.isWeighted(), what);
        assertArrayEquals(column(in, 0, true), sides[0], what);
        assertArrayEquals(column(in, 2, weighted), sides[1], what);
        assertArrayEquals(column(out, 1, true), sides[2], what);
        assertArrayEquals(column(out, 2, weighted), sides[3], what);
    }

    private static int[] column(int[][] edges, int column, boolean there) {
        return IntStream.range(0, edges.length).map(i -> there ? edges[i][column] : 0).toArray();
    }

    /** MPI-4.1 section 8.5.2. */
    @Test
    default void shouldDivideRanksAmongDimensions() {
        job(1).run(
                        () -> {
                            returningWorld();
                            int[] dims = {0, 3, 0};
                            CartComm.createDims(24, dims);
                            assertArrayEquals(new int[] {4, 3, 2}, dims);
                            int[] all = {0, 0};
                            Cartcomm.Dims_create(6, all);
                            assertArrayEquals(new int[] {3, 2}, all);
                            int[] none = {5, 0};
                            assertFails(MPI.ERR_DIMS, () -> CartComm.createDims(12, none));
                            assertFails(MPI.ERR_DIMS, () -> Cartcomm.Dims_create(0, all));
                            assertFails(MPI.ERR_DIMS, () -> CartComm.createDims(7, all));
                            assertArrayEquals(new int[] {5, 0}, none);
                        });
    }

    @Test
    default void shouldReportTheErrorOfATopology() {
        job(2).run(TopologyTests::misuse);
    }

    private static void misuse() {
        Intracomm world = returningWorld();
        int[] three = {3};
        boolean[] no = {false};
        MPIException tooLarge = assertFails(MPI.ERR_ARG, () -> world.createCart(three, no, false));
        assertTrue(tooLarge.getMessage().contains("dims=[3]"), tooLarge.getMessage());
        assertFails(MPI.ERR_ARG, () -> world.Create_cart(three, no, false));
        assertFails(MPI.ERR_DIMS, () -> world.createCart(new int[] {0}, no, false));
        assertFails(MPI.ERR_ARG, () -> world.createCart(new int[] {1, 1}, no, false));
        assertFails(MPI.ERR_ARG, () -> world.createGraph(new int[] {1}, new int[] {1}, false));
        assertFails(MPI.ERR_ARG, () -> world.Create_graph(new int[3], new int[0], false));
        assertFails(
                MPI.ERR_ARG,
                () -> world.createDistGraphAdjacent(new int[] {2}, new int[0], null, false));
        CartComm grid = world.createCart(new int[] {2}, no, false);
        assertFails(MPI.ERR_ARG, () -> grid.getRank(new int[] {2}));
        assertFails(MPI.ERR_RANK, () -> grid.getCoords(2));
        assertFails(MPI.ERR_DIMS, () -> grid.shift(1, 1));
        assertFails(MPI.ERR_ARG, () -> grid.sub(new boolean[0]));
        GraphComm graph = ring(2);
        assertFails(MPI.ERR_RANK, () -> graph.getNeighbors(2));
        assertFails(MPI.ERR_TOPOLOGY, graph::getDistGraphNeighbors);
        GraphComm dist = world.createDistGraph(new int[0], new int[0], new int[0], null, false);
        assertFails(MPI.ERR_TOPOLOGY, dist::getDims);
        assertFails(MPI.ERR_TOPOLOGY, () -> dist.getNeighbors(0));
        int[] one = new int[1];
        assertFails(
                MPI.ERR_TOPOLOGY, () -> world.neighborAllGather(one, 1, MPI.INT, one, 1, MPI.INT));
        graph.free();
        assertFails(MPI.ERR_COMM, graph::getDims);
        assertNotEquals(MPI.UNDEFINED, grid.getTopology());
        assertNull(world.Create_graph(new int[0], new int[0], false));
    }
}
