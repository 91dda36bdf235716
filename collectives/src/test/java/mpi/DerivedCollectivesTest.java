package mpi;

import static mpi.InJob.assertFails;
import static mpi.InJob.returningWorld;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.job.IsolatedJob;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.Map;

/** Collectives of items with gaps. MPI-4.1 chapters 5 and 6. */
class DerivedCollectivesTest {
    private static IsolatedJob job(int ranks) {
        return IsolatedJob.of(ranks, Map.of("transport", "self,memory"));
    }

    /** Every third int, with the next item at the next int. */
    private static Datatype everyThird(int count) {
        Datatype vector = Datatype.createVector(count, 1, 3, MPI.INT);
        Datatype column = Datatype.createResized(vector, 0, 4);
        column.commit();
        return column;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8})
    void shouldKeepGapsWhenOneBufferIsSent(int ranks) {
        job(ranks).run(DerivedCollectivesTest::broadcast);
    }

    private static void broadcast() {
        Intracomm comm = MPI.COMM_WORLD;
        int me = comm.getRank();
        int root = comm.getSize() - 1;
        for (int rows : new int[] {2, 50, 4000}) {
            Datatype column = everyThird(rows);
            int[] matrix = new int[3 * rows];
            Arrays.fill(matrix, -me - 1);
            for (int i = 0; me == root && i < rows; i++) {
                matrix[3 * i + 1] = i;
            }
            comm.Bcast(matrix, 1, 1, column, root);
            for (int i = 0; i < rows; i++) {
                assertEquals(i, matrix[3 * i + 1]);
                assertEquals(-me - 1, matrix[3 * i]);
                assertEquals(-me - 1, matrix[3 * i + 2]);
            }
            int[] row = new int[rows];
            IntBuffer direct = MPI.newIntBuffer(3 * rows);
            direct.put(3, 99);
            if (me == root) {
                comm.iBcast(direct, 1, column, root).waitFor();
            } else {
                comm.iBcast(row, rows, MPI.INT, root).waitFor();
                assertEquals(99, row[1]);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8})
    void shouldTransposeWhenTheSidesHaveDifferentTypes(int ranks) {
        job(ranks).run(DerivedCollectivesTest::transpose);
    }

    /** Rank r has column r of an n x n matrix after each rank has sent its row. */
    private static void transpose() {
        Intracomm comm = MPI.COMM_WORLD;
        int n = comm.getSize();
        int me = comm.getRank();
        Datatype vector = Datatype.createVector(n, 1, n, MPI.INT);
        Datatype column = Datatype.createResized(vector, 0, 4);
        column.commit();
        int[] row = new int[n];
        Arrays.setAll(row, i -> 100 * me + i);
        int[] matrix = new int[n * n];
        comm.allGather(row, n, MPI.INT, matrix, 1, column);
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < n; k++) {
                assertEquals(100 * k + i, matrix[i * n + k]);
            }
        }
        int[] back = new int[n];
        comm.iScatter(matrix, 1, column, back, n, MPI.INT, 0).waitFor();
        assertArrayEquals(row, back);
        comm.Gather(back, 0, n, MPI.INT, me == 0 ? matrix : null, 0, 1, column, 0);
        int[] wide = new int[2 * n];
        Datatype two = Datatype.Vector(1, 1, 2, MPI.INT);
        Datatype spread = Datatype.createResized(two, 0, 8);
        spread.commit();
        comm.allToAll(row, 1, MPI.INT, wide, 1, spread);
        for (int i = 0; i < n; i++) {
            assertEquals(100 * i + me, wide[2 * i]);
            assertEquals(0, wide[2 * i + 1]);
        }
        wide[1] = 7;
        comm.allGather(wide, 1, spread);
        assertEquals(7, wide[1]);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8})
    void shouldCountDisplacementsInExtentsWhenBlocksDiffer(int ranks) {
        job(ranks).run(DerivedCollectivesTest::moveBlocks);
    }

    private static void moveBlocks() {
        Intracomm comm = MPI.COMM_WORLD;
        int n = comm.getSize();
        int me = comm.getRank();
        Datatype gapped = Datatype.createResized(MPI.INT, 0, 8);
        gapped.commit();
        int[] counts = new int[n];
        int[] at = new int[n];
        int[] mine = new int[n];
        int[] mineAt = new int[n];
        for (int i = 0; i < n; i++) {
            counts[i] = i + 1;
            at[i] = i * (n + 1);
            mine[i] = me + 1;
            mineAt[i] = i * (me + 1);
        }
        int[] own = new int[2 * n];
        Arrays.fill(own, me);
        int[] all = new int[2 * n * (n + 1)];
        comm.allGatherv(own, me + 1, gapped, all, counts, at, gapped);
        assertBlocks(n, at, all);
        int[] got = new int[n];
        comm.scatterv(all, counts, at, gapped, got, me + 1, MPI.INT, 0);
        int[] expected = new int[n];
        Arrays.fill(expected, 0, me + 1, me);
        assertArrayEquals(expected, got);
        int[] data = new int[2 * n * (me + 1)];
        Arrays.fill(data, me);
        Arrays.fill(all, 0);
        comm.Alltoallv(data, 0, mine, mineAt, gapped, all, 0, counts, at, gapped);
        assertBlocks(n, at, all);
        Arrays.fill(all, 0);
        if (me == n - 1) {
            comm.gatherv(own, me + 1, gapped, all, counts, at, gapped, n - 1);
            assertBlocks(n, at, all);
        } else {
            comm.gatherv(own, me + 1, gapped, n - 1);
        }
        exchangeTypes(comm, gapped);
    }

    private static void assertBlocks(int n, int[] at, int[] all) {
        int[] expected = new int[all.length];
        for (int i = 0; i < n; i++) {
            for (int k = 0; k <= i; k++) {
                expected[2 * (at[i] + k)] = i;
            }
        }
        assertArrayEquals(expected, all);
    }

    private static void exchangeTypes(Intracomm comm, Datatype gapped) {
        int n = comm.getSize();
        int me = comm.getRank();
        int[] ones = new int[n];
        Arrays.fill(ones, 1);
        int[] at = new int[n];
        Arrays.setAll(at, i -> 8 * i);
        Datatype[] sent = new Datatype[n];
        Arrays.setAll(sent, i -> i % 2 == 0 ? gapped : MPI.INT);
        Datatype[] received = new Datatype[n];
        Arrays.fill(received, gapped);
        int[] out = new int[2 * n];
        Arrays.setAll(out, i -> 1000 * me + i);
        int[] in = new int[2 * n];
        comm.allToAllw(out, ones, at, sent, in, ones, at, received);
        for (int i = 0; i < n; i++) {
            assertEquals(1000 * i + 2 * me, in[2 * i]);
            assertEquals(0, in[2 * i + 1]);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8})
    void shouldSelectObjectsWhenTheTypeConsistsOfThem(int ranks) {
        job(ranks).run(DerivedCollectivesTest::moveObjects);
    }

    private static void moveObjects() {
        Intracomm comm = MPI.COMM_WORLD;
        int n = comm.Size();
        int me = comm.Rank();
        Datatype ends = Datatype.Vector(2, 1, 2, MPI.OBJECT);
        Object[] mine = {"a" + me, "gap", "b" + me};
        Object[] all = new Object[3 * n];
        comm.Allgather(mine, 0, 1, ends, all, 0, 1, ends);
        for (int i = 0; i < n; i++) {
            assertEquals("a" + i, all[3 * i]);
            assertEquals(null, all[3 * i + 1]);
            assertEquals("b" + i, all[3 * i + 2]);
        }
        Object[] got = {null, "kept", null};
        comm.Scatter(all, 0, 1, ends, got, 0, 1, ends, 0);
        assertArrayEquals(new Object[] {"a" + me, "kept", "b" + me}, got);
        Datatype three = Datatype.Contiguous(3, MPI.OBJECT);
        comm.Bcast(got, 0, 1, three, n - 1);
        assertEquals("a" + (n - 1), got[0]);
    }

    /** Adds the members of a record that has a gap. */
    static final class AddRecords extends UserFunction {
        @Override
        public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type) {
            int extent = type.getExtent();
            assertEquals(16, extent);
            for (int i = 0; i < count; i++) {
                int at = i * extent;
                inOut.putInt(at, in.getInt(at) + inOut.getInt(at));
                inOut.putDouble(at + 8, in.getDouble(at + 8) + inOut.getDouble(at + 8));
            }
        }
    }

    /** Adds every second element, in mpiJava's style. */
    static final class AddSecond extends User_function {
        @Override
        public void Call(Object in, int i, Object inout, int j, int count, Datatype type) {
            int extent = type.Extent();
            for (int k = 0; k < count; k++) {
                ((long[]) inout)[j + k * extent] += ((long[]) in)[i + k * extent];
                ((long[]) inout)[j + k * extent + 2] += ((long[]) in)[i + k * extent + 2];
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8})
    void shouldGiveRealItemsToTheUsersOperation(int ranks) {
        job(ranks).run(DerivedCollectivesTest::reduceRecords);
    }

    private static void reduceRecords() {
        Intracomm comm = returningWorld();
        int n = comm.getSize();
        int me = comm.getRank();
        Datatype[] types = {MPI.INT, MPI.DOUBLE};
        Datatype record = Datatype.createStruct(new int[] {1, 1}, new int[] {0, 8}, types);
        record.commit();
        ByteBuffer mine = MPI.newByteBuffer(48);
        ByteBuffer sum = MPI.newByteBuffer(48);
        for (int i = 0; i < 3; i++) {
            mine.putInt(16 * i, me + i).putDouble(16 * i + 8, 1.5);
            sum.putInt(16 * i + 4, 77);
        }
        for (boolean commute : new boolean[] {true, false}) {
            Op add = new Op(new AddRecords(), commute);
            comm.allReduce(mine, sum, 3, record, add);
            for (int i = 0; i < 3; i++) {
                assertEquals(n * (n - 1) / 2 + n * i, sum.getInt(16 * i));
                assertEquals(1.5 * n, sum.getDouble(16 * i + 8));
                assertEquals(77, sum.getInt(16 * i + 4));
            }
            byte[] bytes = new byte[48];
            mine.get(0, bytes);
            comm.iReduce(bytes, 3, record, add, 0).waitFor();
            int[] ones = new int[n];
            Arrays.fill(ones, 1);
            ByteBuffer many = MPI.newByteBuffer(16 * n);
            many.putInt(16 * me, 5);
            comm.reduceScatter(many, sum, ones, record, add);
            assertEquals(5, sum.getInt(0));
        }
        assertFails(MPI.ERR_OP, () -> comm.allReduce(mine, sum, 3, record, MPI.SUM));
        Datatype ends = Datatype.Vector(2, 1, 2, MPI.LONG);
        long[] out = {9, me, -1, 1, me, -1, 1};
        long[] in = new long[7];
        comm.Allreduce(out, 1, in, 1, 2, ends, new Op(new AddSecond(), true));
        long all = n * (n - 1) / 2;
        assertArrayEquals(new long[] {0, all, 0, n, all, 0, n}, in);
        comm.Scan(out, 1, in, 1, 2, ends, new Op(new AddSecond(), false));
        assertEquals(me + 1, in[3]);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8})
    void shouldFindThePlaceOfTheExtremumWhenPairsAreInEitherForm(int ranks) {
        job(ranks).run(DerivedCollectivesTest::findPlaces);
    }

    private static void findPlaces() {
        Intracomm comm = MPI.COMM_WORLD;
        int n = comm.getSize();
        int me = comm.getRank();
        int[] pairs = {me, 10 + me, -me, me};
        int[] best = new int[4];
        comm.Allreduce(pairs, 0, best, 0, 2, MPI.INT2, MPI.MAXLOC);
        assertArrayEquals(new int[] {n - 1, 9 + n, 0, 0}, best);
        ByteBuffer out = MPI.newByteBuffer(32);
        ByteBuffer in = MPI.newByteBuffer(32);
        DoubleInt.Data pair = MPI.doubleInt.getData(out, 1);
        pair.putValue(me % 3 + 0.5);
        pair.putIndex(me);
        comm.allReduce(out, in, 2, MPI.DOUBLE_INT, MPI.MINLOC);
        DoubleInt.Data least = MPI.doubleInt.getData(in, 1);
        assertEquals(0.5, least.getValue());
        assertEquals(0, least.getIndex());
        byte[] many = new byte[16 * 500];
        LongInt.Data last = MPI.longInt.getData(many, 499);
        last.putValue(1L << 40 | me);
        last.putIndex(me);
        comm.allReduce(many, 500, MPI.LONG_INT, MPI.MAXLOC);
        assertEquals(n - 1, last.getIndex());
        comm.bcast(many, 500, MPI.LONG_INT, 0);
        ByteBuffer shorts = MPI.newByteBuffer(8);
        ShortInt.Data tiny = MPI.shortInt.getData(shorts);
        tiny.putValue((short) (100 - me));
        tiny.putIndex(me);
        comm.iReduce(shorts, in, 1, MPI.SHORT_INT, MPI.MINLOC, 0).waitFor();
        if (me == 0) {
            assertEquals(n - 1, MPI.shortInt.<ShortInt.Data>getData(in).getIndex());
        }
        double[] numbers = {0, 1};
        comm.allReduce(numbers, 1, MPI.DOUBLE_COMPLEX, MPI.PROD);
        double[][] powers = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
        assertArrayEquals(powers[n % 4], numbers, 1e-9);
    }
}
