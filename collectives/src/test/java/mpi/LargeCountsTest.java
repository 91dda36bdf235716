package mpi;

import static mpi.InJob.assertFails;
import static mpi.InJob.returningWorld;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.job.IsolatedJob;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.Map;

/**
 * Calls with long counts and displacements, and counts that are too large. MPI-4.1 section 19.2.
 */
class LargeCountsTest {
    /** More items than an int can count. */
    private static final long BEYOND_INT = 3_000_000_000L;

    private static IsolatedJob job(int ranks) {
        return IsolatedJob.of(ranks, Map.of("transport", "self,memory"));
    }

    @Test
    void shouldMoveMessagesWhenCountsAreLong() {
        job(2).run(LargeCountsTest::messages);
    }

    private static void messages() {
        Intracomm comm = MPI.COMM_WORLD;
        int me = comm.getRank();
        int other = 1 - me;
        int[] mine = {me, 10 + me, 20 + me};
        int[] got = new int[4];
        Request sending = comm.iSend(mine, 3L, MPI.INT, other, 1);
        Status status = comm.recv(got, 4L, MPI.INT, other, 1);
        sending.waitFor();
        assertEquals(3, status.getCountLong(MPI.INT));
        assertEquals(3, status.getElementsLong(MPI.INT));
        assertArrayEquals(new int[] {other, 10 + other, 20 + other, 0}, got);

        Prequest send = comm.sendInit(mine, 2L, MPI.INT, other, 2);
        Prequest receive = comm.recvInit(got, 2L, MPI.INT, other, 2);
        Prequest.startAll(new Prequest[] {receive, send});
        Request.waitAll(new Request[] {receive, send});
        send.free();
        receive.free();
        comm.sendRecv(mine, 1L, MPI.INT, other, 3, got, 1L, MPI.INT, other, 3);
        assertEquals(other, got[0]);
        comm.sendRecvReplace(mine, 3L, MPI.INT, other, 4, other, 4);
        assertArrayEquals(new int[] {other, 10 + other, 20 + other}, mine);
        byte[] packed = new byte[(int) comm.packSize(3L, MPI.INT)];
        int end = comm.pack(mine, 3L, MPI.INT, packed, 0);
        assertEquals(packed.length, end);
        comm.unpack(packed, 0, got, 3L, MPI.INT);
        assertArrayEquals(new int[] {other, 10 + other, 20 + other, 0}, got);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7})
    void shouldDoTheSameWhenCollectivesHaveLongCounts(int ranks) {
        job(ranks).run(LargeCountsTest::plain);
        job(ranks).run(LargeCountsTest::vectors);
    }

    private static void plain() {
        Intracomm comm = MPI.COMM_WORLD;
        int me = comm.getRank();
        int size = comm.getSize();
        int[] all = new int[size];
        comm.allGather(new int[] {me}, 1L, MPI.INT, all, 1L, MPI.INT);
        int[] expected = new int[size];
        Arrays.setAll(expected, i -> i);
        assertArrayEquals(expected, all);
        int[] swapped = new int[size];
        comm.iAllToAll(all, 1L, MPI.INT, swapped, 1L, MPI.INT).waitFor();
        assertArrayEquals(repeated(me, size), swapped);
        int[] sum = {1};
        comm.allReduce(sum, 1L, MPI.INT, MPI.SUM);
        assertEquals(size, sum[0]);
        int[] before = new int[1];
        comm.scan(new int[] {1}, before, 1L, MPI.INT, MPI.SUM);
        assertEquals(me + 1, before[0]);
        comm.bcast(before, 1L, MPI.INT, size - 1);
        assertEquals(size, before[0]);
        comm.gather(new int[] {me}, 1L, MPI.INT, all, 1L, MPI.INT, 0);
        comm.scatter(all, 1L, MPI.INT, before, 1L, MPI.INT, 0);
        assertEquals(me, before[0]);
        int[] part = new int[1];
        comm.reduceScatterBlock(expected, part, 1L, MPI.INT, MPI.SUM);
        assertEquals(me * size, part[0]);
    }

    private static int[] repeated(int value, int times) {
        int[] result = new int[times];
        Arrays.fill(result, value);
        return result;
    }

    /** Rank r has r + 1 items; blocks lie from the end. */
    private static void vectors() {
        Intracomm comm = MPI.COMM_WORLD;
        int me = comm.getRank();
        int size = comm.getSize();
        int[] mine = repeated(me, me + 1);
        long[] counts = new long[size];
        Arrays.setAll(counts, i -> i + 1);
        int room = size * (size + 1) / 2;
        long[] at = new long[size];
        for (int i = 0; i < size; i++) {
            at[i] = room - (i + 1) * (i + 2) / 2;
        }
        int[] expected = new int[room];
        for (int i = 0; i < size; i++) {
            Arrays.fill(expected, (int) at[i], (int) (at[i] + counts[i]), i);
        }
        int[] got = new int[room];
        comm.allGatherv(mine, me + 1, MPI.INT, got, counts, at, MPI.INT);
        assertArrayEquals(expected, got);
        int[] back = new int[me + 1];
        comm.scatterv(got, counts, at, MPI.INT, back, me + 1L, MPI.INT, 0);
        assertArrayEquals(mine, back);
        Arrays.fill(got, -1);
        comm.iGatherv(mine, me + 1L, MPI.INT, got, counts, at, MPI.INT, size - 1).waitFor();
        assertArrayEquals(me == size - 1 ? expected : repeated(-1, room), got);
        exchange(comm, me, size);
        int[] ones = repeated(1, room);
        int[] part = new int[me + 1];
        comm.reduceScatter(ones, part, counts, MPI.INT, MPI.SUM);
        assertArrayEquals(repeated(size, me + 1), part);
    }

    private static void exchange(Intracomm comm, int me, int size) {
        int[] out = new int[size];
        Arrays.setAll(out, i -> 100 * me + i);
        long[] ones = new long[size];
        Arrays.fill(ones, 1);
        long[] places = new long[size];
        Arrays.setAll(places, i -> i);
        int[] expected = new int[size];
        Arrays.setAll(expected, i -> 100 * i + me);
        int[] in = new int[size];
        comm.allToAllv(out, ones, places, MPI.INT, in, ones, places, MPI.INT);
        assertArrayEquals(expected, in);
        long[] bytes = new long[size];
        Arrays.setAll(bytes, i -> 4 * i);
        Datatype[] types = new Datatype[size];
        Arrays.fill(types, MPI.INT);
        int[] again = new int[size];
        comm.allToAllw(out, ones, bytes, types, again, ones, bytes, types);
        assertArrayEquals(expected, again);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void shouldDoTheSameWhenNeighbourhoodsHaveLongCounts(int ranks) {
        job(ranks).run(LargeCountsTest::ring);
    }

    private static void ring() {
        CartComm ring =
                MPI.COMM_WORLD.createCart(
                        new int[] {MPI.COMM_WORLD.getSize()}, new boolean[] {true}, false);
        int[] out = {10 * ring.getRank(), 10 * ring.getRank() + 1};
        int[] expected = new int[2];
        ring.neighborAllToAll(out, 1, MPI.INT, expected, 1, MPI.INT);
        long[] ones = {1, 1};
        long[] at = {0, 1};
        int[] in = new int[2];
        ring.neighborAllToAllv(out, ones, at, MPI.INT, in, ones, at, MPI.INT);
        assertArrayEquals(expected, in);
        Datatype[] types = {MPI.INT, MPI.INT};
        long[] bytes = {0, 4};
        Arrays.fill(in, -1);
        ring.iNeighborAllToAllw(out, ones, bytes, types, in, ones, bytes, types).waitFor();
        assertArrayEquals(expected, in);
        ring.neighborAllGather(out, 1, MPI.INT, expected, 1, MPI.INT);
        ring.neighborAllGatherv(out, 1L, MPI.INT, in, ones, at, MPI.INT);
        assertArrayEquals(expected, in);
        ring.free();
    }

    /** Tests by compilation: these calls resolve to the forms with ints. */
    @Test
    void shouldTakeNullForAnIntArrayWhenNotSignificant() {
        job(2).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            int[] one = {7};
                            int[] got = new int[2];
                            int[] counts = {1, 1};
                            int[] at = {0, 1};
                            if (comm.getRank() == 0) {
                                comm.gatherv(one, 1, MPI.INT, got, counts, at, MPI.INT, 0);
                                comm.scatterv(got, counts, at, MPI.INT, one, 1, MPI.INT, 0);
                                assertArrayEquals(new int[] {7, 7}, got);
                            } else {
                                comm.gatherv(one, 1, MPI.INT, null, null, null, null, 0);
                                comm.scatterv(null, null, null, null, one, 1, MPI.INT, 0);
                            }
                            assertEquals(7, one[0]);
                        });
    }

    @Test
    void shouldCountBeyondIntWhenItemsAreEmpty() {
        job(2).run(
                        () -> {
                            Intracomm comm = returningWorld();
                            int me = comm.getRank();
                            Datatype nothing = Datatype.createContiguous(0L, MPI.INT);
                            nothing.commit();
                            comm.sendRecv(
                                    new int[0],
                                    BEYOND_INT,
                                    nothing,
                                    1 - me,
                                    0,
                                    new int[0],
                                    BEYOND_INT,
                                    nothing,
                                    1 - me,
                                    0);
                            comm.bcast(new int[0], BEYOND_INT, nothing, 0);
                            nothing.free();
                        });
    }

    @Test
    void shouldDescribeTypesBeyondInt() {
        job(1).run(
                        () -> {
                            returningWorld();
                            Datatype big = Datatype.createContiguous(BEYOND_INT, MPI.INT);
                            assertEquals(BEYOND_INT, big.getSizeLong());
                            assertEquals(BEYOND_INT, big.getExtentLong());
                            assertEquals(MPI.UNDEFINED, big.getSize());
                            long[] one = {1};
                            long[] far = {BEYOND_INT};
                            Datatype there = Datatype.createIndexed(one, far, MPI.INT);
                            assertEquals(BEYOND_INT, there.getLbLong());
                            assertEquals(1, there.getSizeLong());
                            there.commit();
                            MPIException failure =
                                    assertFails(
                                            MPI.ERR_BUFFER,
                                            () -> MPI.COMM_WORLD.send(new int[4], 1L, there, 0, 0));
                            assertTrue(
                                    failure.getMessage().contains("first element=3000000000"),
                                    failure.getMessage());
                        });
    }

    @Test
    void shouldRefuseWhenCountsWouldWrapAround() {
        job(1).run(LargeCountsTest::tooMuch);
    }

    private static void tooMuch() {
        Intracomm comm = returningWorld();
        int[] few = new int[4];
        // 2^62 + 1 ints would be 4 bytes, if products wrapped around.
        long wraps = (1L << 62) + 1;
        assertFails(MPI.ERR_COUNT, () -> comm.send(few, wraps, MPI.INT, 0, 0));
        assertFails(MPI.ERR_COUNT, () -> comm.recv(few, wraps, MPI.INT, 0, 0));
        assertFails(MPI.ERR_COUNT, () -> comm.iRecv(few, -1L, MPI.INT, 0, 0));
        assertFails(MPI.ERR_COUNT, () -> comm.bcast(few, wraps, MPI.INT, 0));
        assertFails(MPI.ERR_BUFFER, () -> comm.send(few, (1L << 32) + 1, MPI.INT, 0, 0));
        assertFails(MPI.ERR_BUFFER, () -> comm.bcast(few, (1L << 32) + 1, MPI.INT, 0));
        long[] counts = {1L << 61};
        long[] zero = {0};
        assertFails(
                MPI.ERR_COUNT,
                () -> comm.allGatherv(few, counts[0], MPI.INT, few, counts, zero, MPI.INT));
        assertFails(
                MPI.ERR_ARG,
                () -> comm.allGatherv(few, 1L, MPI.INT, few, new long[0], zero, MPI.INT));
        long[] one = {1};
        assertFails(
                MPI.ERR_BUFFER,
                () -> comm.allGatherv(few, 1L, MPI.INT, few, one, new long[] {1L << 32}, MPI.INT));
        assertFails(
                MPI.ERR_COUNT,
                () -> comm.allReduce(few, few.clone(), BEYOND_INT, MPI.INT, MPI.SUM));
        assertFails(MPI.ERR_COUNT, () -> Comm.reduceLocal(few, few, BEYOND_INT, MPI.INT, MPI.SUM));
        Datatype pair = Datatype.createVector(2L, 1L, 2L, MPI.INT);
        pair.commit();
        assertFails(MPI.ERR_COUNT, () -> comm.send(few, wraps, pair, 0, 0));
        assertFails(MPI.ERR_COUNT, () -> comm.packSize(wraps, pair));
        assertFails(MPI.ERR_COUNT, () -> Datatype.createContiguous(wraps, MPI.INT));
        assertFails(MPI.ERR_COUNT, () -> Datatype.createVector(4L, 1L, 1L << 61, MPI.INT));
        pair.free();
    }
}
