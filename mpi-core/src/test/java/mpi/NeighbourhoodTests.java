package mpi;

import static mpi.InJob.assertFails;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Neighbourhood collectives; needs the module of collectives. MPI-4.1 sections 8.6 and 8.7. */
interface NeighbourhoodTests extends InJob {
    int UNTOUCHED = -1;

    /** Whether each grid is tested with all periods, or with random ones. */
    default boolean takesAllPeriods() {
        return true;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8})
    default void shouldExchangeInEveryGrid(int ranks) {
        long seed = System.nanoTime();
        boolean all = takesAllPeriods();
        job(ranks).run(() -> exchangeInGrids(seed, all));
    }

    private static void exchangeInGrids(long seed, boolean allPeriods) {
        Random random = new Random(seed);
        int n = MPI.COMM_WORLD.getSize();
        for (int dimensions = 1; dimensions <= 4; dimensions++) {
            int masks = 1 << dimensions;
            for (int[] dims : products(n, dimensions)) {
                int first = allPeriods ? 0 : random.nextInt(masks);
                for (int mask = first; mask < (allPeriods ? masks : first + 1); mask++) {
                    exchangeInGrid(dims, mask, random, "seed=" + seed);
                }
            }
        }
    }

    private static void exchangeInGrid(int[] dims, int mask, Random random, String seed) {
        boolean[] periods = new boolean[dims.length];
        for (int d = 0; d < dims.length; d++) {
            periods[d] = (mask >> d & 1) != 0;
        }
        CartComm grid = MPI.COMM_WORLD.createCart(dims, periods, random.nextBoolean());
        String what = seed + " " + Arrays.toString(dims) + Arrays.toString(periods);
        exchange(new GridModel(grid), NeighbourhoodCall.any(random), what);
        exchange(new GridModel(grid), NeighbourhoodCall.any(random), what);
        grid.free();
    }

    /** All ordered ways to write a number as a product. */
    private static List<int[]> products(int number, int factors) {
        List<int[]> products = new ArrayList<>();
        if (factors == 1) {
            products.add(new int[] {number});
            return products;
        }
        for (int first = 1; first <= number; first++) {
            if (number % first == 0) {
                for (int[] rest : products(number / first, factors - 1)) {
                    int[] product = Arrays.copyOf(new int[] {first}, factors);
                    System.arraycopy(rest, 0, product, 1, rest.length);
                    products.add(product);
                }
            }
        }
        return products;
    }

    private static void exchange(NeighbourhoodModel model, NeighbourhoodCall call, String what) {
        call.start(model);
        call.finish(what + " " + call);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8})
    default void shouldExchangeAlongEveryEdge(int ranks) {
        long seed = System.nanoTime();
        job(ranks).run(() -> exchangeAlongEdges(seed));
    }

    private static void exchangeAlongEdges(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 12; round++) {
            EdgeModel model =
                    round % 2 == 0 ? EdgeModel.distributed(random) : EdgeModel.graph(random);
            for (int i = 0; i < 6; i++) {
                exchange(model, NeighbourhoodCall.any(random), "seed=" + seed);
            }
        }
    }

    /** MPI-4.1 section 8.7: any number may be in flight, started in the same order on all ranks. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8})
    default void shouldKeepOutstandingExchangesApart(int ranks) {
        long seed = System.nanoTime();
        job(ranks).run(() -> exchangeAtOnce(seed));
    }

    private static void exchangeAtOnce(long seed) {
        Random random = new Random(seed);
        int n = MPI.COMM_WORLD.getSize();
        int me = MPI.COMM_WORLD.getRank();
        boolean[] periodic = {true};
        CartComm ring = MPI.COMM_WORLD.createCart(new int[] {n}, periodic, true);
        GridModel model = new GridModel(ring);
        for (int round = 0; round < 5; round++) {
            int[] message = {UNTOUCHED};
            Request user = ring.iRecv(message, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            List<NeighbourhoodCall> calls = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                NeighbourhoodCall call = NeighbourhoodCall.nonBlocking(random);
                call.start(model);
                calls.add(call);
            }
            ring.barrier();
            for (NeighbourhoodCall call : calls.reversed()) {
                call.finish("seed=" + seed + " " + call);
            }
            ring.send(new int[] {me}, 1, MPI.INT, (me + 1) % n, 0);
            user.waitFor();
            assertEquals((me + n - 1) % n, message[0]);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    default void shouldExchangeLongBlocks(int ranks) {
        job(ranks).run(NeighbourhoodTests::exchangeLongBlocks);
    }

    private static void exchangeLongBlocks() {
        int n = MPI.COMM_WORLD.getSize();
        int me = MPI.COMM_WORLD.getRank();
        CartComm ring = MPI.COMM_WORLD.createCart(new int[] {n}, new boolean[] {true}, true);
        int block = 150_001;
        double[] send = new double[2 * block];
        Arrays.setAll(send, i -> me + i / 1e6);
        double[] got = new double[2 * block];
        ring.neighborAllToAll(send, block, MPI.DOUBLE, got, block, MPI.DOUBLE);
        for (int i = 0; i < block; i++) {
            assertEquals((me + n - 1) % n + (i + block) / 1e6, got[i]);
            assertEquals((me + 1) % n + i / 1e6, got[i + block]);
        }
        ByteBuffer shared = MPI.newByteBuffer(8 * 2 * block);
        ring.iNeighborAllGather(send, block, MPI.DOUBLE, shared, block, MPI.DOUBLE).waitFor();
        assertEquals((me + n - 1) % n + (block - 1) / 1e6, shared.getDouble(8 * (block - 1)));
        assertEquals((me + 1) % n, shared.getDouble(8 * block));
    }

    /** All kinds of buffers, and types that differ between the sides. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    default void shouldTakeAnyBuffer(int ranks) {
        job(ranks).run(NeighbourhoodTests::takeAnyBuffer);
    }

    private static void takeAnyBuffer() {
        int n = MPI.COMM_WORLD.getSize();
        int me = MPI.COMM_WORLD.getRank();
        int below = (me + n - 1) % n;
        int above = (me + 1) % n;
        CartComm ring = MPI.COMM_WORLD.createCart(new int[] {n}, new boolean[] {true}, false);
        Object[] texts = {"down from " + me, "up from " + me};
        Object[] read = new Object[2];
        ring.neighborAllToAll(texts, 1, MPI.OBJECT, read, 1, MPI.OBJECT);
        assertArrayEquals(new Object[] {"up from " + below, "down from " + above}, read);
        boolean[] flags = new boolean[2];
        ring.neighborAllGather(new boolean[] {me % 2 == 0}, 1, MPI.BOOLEAN, flags, 1, MPI.BOOLEAN);
        assertArrayEquals(new boolean[] {below % 2 == 0, above % 2 == 0}, flags);
        IntBuffer heap = IntBuffer.wrap(new int[] {10 * me, 10 * me + 1});
        IntBuffer direct = MPI.newIntBuffer(3);
        int[] ones = {1, 1};
        ring.iNeighborAllToAllv(
                        heap,
                        ones,
                        new int[] {1, 0},
                        MPI.INT,
                        direct,
                        ones,
                        new int[] {2, 0},
                        MPI.INT)
                .waitFor();
        assertEquals(10 * below, direct.get(2));
        assertEquals(10 * above + 1, direct.get(0));
        int[] four = {me, me + 1, me + 2, me + 3};
        int[] arrived = new int[6];
        int[] places = {0, 2};
        ring.neighborAllToAllv(
                four, new int[] {2, 2}, places, MPI.INT, arrived, ones, places, MPI.INT2);
        assertArrayEquals(new int[] {below + 2, below + 3, 0, 0, above, above + 1}, arrived);
        byte[] bytes = new byte[12];
        ring.neighborAllToAllw(
                ByteBuffer.allocate(12).putDouble(4, me),
                new int[] {8, 1},
                new int[] {4, 0},
                new Datatype[] {MPI.BYTE, MPI.BYTE},
                bytes,
                new int[] {1, 8},
                new int[] {0, 4},
                new Datatype[] {MPI.BYTE, MPI.BYTE});
        assertEquals(above, ByteBuffer.wrap(bytes).getDouble(4));
    }

    /** A side without items needs no buffer; no rank waits for empty blocks. */
    @Test
    default void shouldExchangeNothing() {
        job(3).run(
                        () -> {
                            CartComm ring =
                                    MPI.COMM_WORLD.createCart(
                                            new int[] {3}, new boolean[] {true}, false);
                            ring.neighborAllToAll(null, 0, MPI.INT, null, 0, MPI.INT);
                            ring.neighborAllGather(null, 0, MPI.INT, null, 0, MPI.INT);
                            int[] none = {};
                            GraphComm lonely =
                                    MPI.COMM_WORLD.createDistGraphAdjacent(
                                            none, none, MPI.INFO_NULL, false);
                            lonely.neighborAllToAllv(
                                    null, none, none, MPI.INT, null, none, none, MPI.INT);
                            lonely.neighborAllToAllw(
                                    null,
                                    none,
                                    none,
                                    new Datatype[0],
                                    null,
                                    none,
                                    none,
                                    new Datatype[0]);
                            lonely.iNeighborAllGatherv(none, 0, MPI.INT, none, none, none, MPI.INT)
                                    .waitFor();
                        });
    }

    @Test
    default void shouldRefuseWrongArgumentsBeforeAnythingIsSent() {
        job(2).run(NeighbourhoodTests::refuse);
    }

    private static void refuse() {
        Intracomm world = InJob.returningWorld();
        int[] two = {1, 2};
        int[] ones = {1, 1};
        Datatype[] ints = {MPI.INT, MPI.INT};
        assertFails(
                MPI.ERR_TOPOLOGY, () -> world.neighborAllToAll(two, 1, MPI.INT, two, 1, MPI.INT));
        assertFails(
                MPI.ERR_TOPOLOGY,
                () -> world.iNeighborAllToAllv(two, ones, ones, MPI.INT, two, ones, ones, MPI.INT));
        CartComm ring = world.createCart(new int[] {2}, new boolean[] {true}, false);
        int[] got = new int[2];
        int[] one = {1};
        assertFails(MPI.ERR_BUFFER, () -> ring.neighborAllToAll(one, 1, MPI.INT, got, 1, MPI.INT));
        assertFails(MPI.ERR_BUFFER, () -> ring.neighborAllGather(one, 1, MPI.INT, got, 2, MPI.INT));
        assertFails(MPI.ERR_COUNT, () -> ring.neighborAllGather(one, -1, MPI.INT, got, 1, MPI.INT));
        assertFails(MPI.ERR_TYPE, () -> ring.neighborAllGather(one, 1, null, got, 1, MPI.INT));
        Integer[] objects = {1};
        assertFails(
                MPI.ERR_TYPE, () -> ring.iNeighborAllGather(objects, 1, MPI.INT, got, 1, MPI.INT));
        assertFails(
                MPI.ERR_ARG,
                () -> ring.neighborAllGatherv(one, 1, MPI.INT, got, one, ones, MPI.INT));
        assertFails(
                MPI.ERR_ARG,
                () -> ring.neighborAllToAllv(two, ones, null, MPI.INT, got, ones, ones, MPI.INT));
        assertFails(
                MPI.ERR_TYPE,
                () -> ring.neighborAllToAllw(two, ones, ones, null, got, ones, ones, ints));
        assertFails(
                MPI.ERR_ARG,
                () ->
                        ring.neighborAllToAllw(
                                two, ones, ones, new Datatype[] {MPI.INT}, got, ones, ones, ints));
        ring.neighborAllToAll(two, 1, MPI.INT, got, 1, MPI.INT);
        assertArrayEquals(new int[] {2, 1}, got);
    }

    /** A mismatch of the two sides is an error at the receiver. */
    @Test
    default void shouldFailWhenNeighboursDisagree() {
        job(2).run(
                        () -> {
                            Intracomm world = InJob.returningWorld();
                            CartComm line =
                                    world.createCart(new int[] {2}, new boolean[] {false}, false);
                            int me = world.getRank();
                            int[] data = IntStream.range(0, 4).toArray();
                            int count = 1 + me;
                            if (me == 0) {
                                assertFails(
                                        MPI.ERR_TRUNCATE,
                                        () ->
                                                line.neighborAllToAll(
                                                        data,
                                                        count,
                                                        MPI.INT,
                                                        data.clone(),
                                                        count,
                                                        MPI.INT));
                            } else {
                                assertFails(
                                        MPI.ERR_NOT_SAME,
                                        () ->
                                                line.neighborAllToAll(
                                                        data,
                                                        count,
                                                        MPI.INT,
                                                        data.clone(),
                                                        count,
                                                        MPI.INT));
                            }
                        });
    }
}
