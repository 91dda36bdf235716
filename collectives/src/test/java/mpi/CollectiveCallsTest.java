package mpi;

import static mpi.InJob.assertFails;
import static mpi.InJob.returningWorld;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.job.IsolatedJob;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Map;

/** The ways in which programs of both dialects call collectives. MPI-4.1 chapter 6. */
class CollectiveCallsTest {
    /** Settings of the jobs, by name without the prefix. */
    Map<String, String> settings() {
        return Map.of("transport", "self,memory");
    }

    private IsolatedJob job(int ranks) {
        return IsolatedJob.of(ranks, settings());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8})
    void shouldMoveDataWhenCalledInEitherDialect(int ranks) {
        job(ranks).run(CollectiveCallsTest::moveData);
    }

    private static void moveData() {
        Intracomm comm = MPI.COMM_WORLD;
        int n = comm.getSize();
        int me = comm.getRank();
        int root = n - 1;
        comm.barrier();
        comm.Barrier();
        int[] one = {me == root ? 42 : 0};
        comm.bcast(one, 1, MPI.INT, root);
        assertEquals(42, one[0]);
        Object[] text = {null, me == 0 ? "hello" : null};
        comm.Bcast(text, 1, 1, MPI.OBJECT, 0);
        assertEquals("hello", text[1]);
        int[] mine = {-1, me};
        int[] all = new int[n + 1];
        comm.Gather(mine, 1, 1, MPI.INT, me == root ? all : null, 1, 1, MPI.INT, root);
        assertArrayEquals(me == root ? ramp(n, 1) : new int[n + 1], all);
        comm.Allgather(mine, 1, 1, MPI.INT, all, 1, 1, MPI.INT);
        assertArrayEquals(ramp(n, 1), all);
        int[] part = new int[2];
        comm.Scatter(all, 1, 1, MPI.INT, part, 1, 1, MPI.INT, root);
        assertArrayEquals(new int[] {0, me}, part);
        int[] rows = new int[n];
        java.util.Arrays.setAll(rows, i -> 100 * me + i);
        int[] columns = new int[n];
        comm.allToAll(rows, 1, MPI.INT, columns, 1, MPI.INT);
        for (int i = 0; i < n; i++) {
            assertEquals(100 * i + me, columns[i]);
        }
    }

    /** 0, 1, 2, …, after some zeros. */
    private static int[] ramp(int n, int before) {
        int[] ramp = new int[n + before];
        for (int i = 0; i < n; i++) {
            ramp[before + i] = i;
        }
        return ramp;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8})
    void shouldLeaveOwnDataInPlaceWhenGivenOneBuffer(int ranks) {
        job(ranks).run(CollectiveCallsTest::moveInPlace);
    }

    private static void moveInPlace() {
        Intracomm comm = MPI.COMM_WORLD;
        int n = comm.getSize();
        int me = comm.getRank();
        int root = n / 2;
        int[] ones = new int[n];
        java.util.Arrays.fill(ones, 1);
        int[] at = ramp(n, 0);
        int[] buf = new int[me == root ? n : 1];
        buf[me == root ? me : 0] = me;
        comm.gather(buf, 1, MPI.INT, root);
        assertArrayEquals(me == root ? ramp(n, 0) : new int[] {me}, buf);
        comm.scatter(buf, 1, MPI.INT, root);
        assertEquals(me, buf[me == root ? me : 0]);
        IntBuffer direct = MPI.newIntBuffer(n);
        direct.put(me, 7 * me);
        comm.iAllGather(direct, 1, MPI.INT).waitFor();
        assertEquals(7 * (n - 1), direct.get(n - 1));
        int[] all = new int[n];
        all[me] = me;
        comm.allGatherv(all, ones, at, MPI.INT);
        assertArrayEquals(ramp(n, 0), all);
        if (me == root) {
            comm.gatherv(buf, ones, at, MPI.INT, root);
            comm.scatterv(buf, ones, at, MPI.INT, root);
        } else {
            comm.gatherv(buf, 1, MPI.INT, root);
            comm.scatterv(buf, 1, MPI.INT, root);
            assertEquals(me, buf[0]);
        }
        int[] sum = {me, 1};
        comm.allReduce(sum, 2, MPI.INT, MPI.SUM);
        assertArrayEquals(new int[] {n * (n - 1) / 2, n}, sum);
        long[] product = {2};
        comm.reduce(product, 1, MPI.LONG, MPI.PROD, root);
        assertEquals(me == root ? 1L << n : 2, product[0]);
        int[] scan = {1};
        comm.scan(scan, 1, MPI.INT, MPI.SUM);
        assertEquals(me + 1, scan[0]);
        scan[0] = 1;
        comm.iExScan(scan, 1, MPI.INT, MPI.SUM).waitFor();
        assertEquals(me == 0 ? 1 : me, scan[0]);
        int[] spread = ramp(n, 0);
        comm.reduceScatter(spread, ones, MPI.INT, MPI.SUM);
        assertEquals(n * me, spread[0]);
        int[] block = ramp(n, 0);
        comm.reduceScatterBlock(block, 1, MPI.INT, MPI.SUM);
        assertEquals(n * me, block[0]);
    }

    @Test
    void shouldTakeBytesAsTheDialectDoesWhenReduced() {
        job(2).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            byte[] mine = {(byte) (comm.getRank() == 0 ? 200 : 100)};
                            byte[] max = new byte[1];
                            comm.allReduce(mine, max, 1, MPI.BYTE, MPI.MAX);
                            assertEquals((byte) 200, max[0]);
                            comm.Allreduce(mine, 0, max, 0, 1, MPI.BYTE, MPI.MAX);
                            assertEquals(100, max[0]);
                            Comm.reduceLocal(new byte[] {(byte) 200}, max, 1, MPI.BYTE, MPI.MAX);
                            assertEquals((byte) 200, max[0]);
                        });
    }

    @Test
    void shouldFindThePlaceOfTheLargestWhenPairsAreReduced() {
        job(3).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            int me = comm.getRank();
                            int[] pair = {10 * (me % 2), me};
                            int[] result = new int[2];
                            comm.Allreduce(pair, 0, result, 0, 1, MPI.INT2, MPI.MAXLOC);
                            assertArrayEquals(new int[] {10, 1}, result);
                            ByteBuffer bytes = MPI.newByteBuffer(8);
                            Int2.Data view = MPI.int2.getData(bytes);
                            view.putValue(me == 1 ? -5 : 5);
                            view.putIndex(me);
                            comm.allReduce(bytes, 1, MPI.INT2, MPI.MINLOC);
                            assertEquals(-5, view.getValue());
                            assertEquals(1, view.getIndex());
                        });
    }

    @Test
    void shouldFindThePlaceOfTheSmallestWhenPairsAreInBytes() {
        job(4).run(CollectiveCallsTest::reducePairsInBytes);
    }

    private static void reducePairsInBytes() {
        Intracomm comm = MPI.COMM_WORLD;
        int me = comm.getRank();
        ByteBuffer direct = MPI.newByteBuffer(32);
        DoubleInt.Data second = MPI.doubleInt.getData(direct, 1);
        second.putValue(me == 2 ? -1.5 : me);
        second.putIndex(me);
        comm.allReduce(direct, 2, MPI.DOUBLE_INT, MPI.MINLOC);
        assertEquals(-1.5, second.getValue());
        assertEquals(2, second.getIndex());
        byte[] in = new byte[8];
        byte[] out = new byte[8];
        MPI.shortInt.<ShortInt.Data>getData(in).putValue((short) (1000 * (me % 3)));
        MPI.shortInt.<ShortInt.Data>getData(in).putIndex(me);
        comm.reduce(in, out, 1, MPI.SHORT_INT, MPI.MAXLOC, 1);
        assertEquals(me == 1 ? 2 : 0, MPI.shortInt.<ShortInt.Data>getData(out).getIndex());
        FloatInt.Data real = MPI.floatInt.getData(direct);
        real.putValue(me / 2);
        real.putIndex(me);
        comm.iAllReduce(direct, 1, MPI.FLOAT_INT, MPI.MAXLOC).waitFor();
        assertEquals(1, real.getValue());
        assertEquals(2, real.getIndex());
        LongInt.Data whole = MPI.longInt.getData(direct);
        whole.putValue(1L << 40 + me);
        whole.putIndex(me);
        comm.Allreduce(direct, 0, direct, 16, 1, MPI.LONG_INT, MPI.MAXLOC);
        assertEquals(1L << 43, MPI.longInt.<LongInt.Data>getData(direct, 1).getValue());
        assertEquals(3, MPI.longInt.<LongInt.Data>getData(direct, 1).getIndex());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 8})
    void shouldCallTheProgramsFunctionWhenTheOperationIsItsOwn(int ranks) {
        job(ranks).run(CollectiveCallsTest::useOwnOperations);
    }

    private static void useOwnOperations() {
        Intracomm comm = MPI.COMM_WORLD;
        int n = comm.getSize();
        int me = comm.getRank();
        Op arrays =
                new Op(
                        new UserFunction() {
                            @Override
                            public void call(Object in, Object inOut, int count, Datatype type) {
                                for (int i = 0; i < count; i++) {
                                    ((int[]) inOut)[i] += ((int[]) in)[i];
                                }
                            }
                        },
                        true);
        Op buffers =
                new Op(
                        new UserFunction() {
                            @Override
                            public void call(
                                    ByteBuffer in, ByteBuffer inOut, int count, Datatype type) {
                                assertEquals(MPI.INT, type);
                                for (int i = 0; i < count; i++) {
                                    int sum = in.getInt(4 * i) + inOut.getInt(4 * i);
                                    inOut.putInt(4 * i, sum);
                                }
                            }
                        },
                        true);
        for (Op op : new Op[] {arrays, buffers}) {
            int[] sum = new int[2];
            comm.allReduce(new int[] {me, 1}, sum, 2, MPI.INT, op);
            assertArrayEquals(new int[] {n * (n - 1) / 2, n}, sum);
            comm.iAllReduce(new int[] {1, 1}, sum, 2, MPI.INT, op).waitFor();
            assertArrayEquals(new int[] {n, n}, sum);
            op.free();
        }
        Op join =
                new Op(
                        new User_function() {
                            @Override
                            public void Call(
                                    Object in, int i, Object inout, int j, int n, Datatype type) {
                                for (int k = 0; k < n; k++) {
                                    String first = (String) ((Object[]) in)[i + k];
                                    ((Object[]) inout)[j + k] = first + ((Object[]) inout)[j + k];
                                }
                            }
                        },
                        false);
        Object[] letters = {"?", "" + (char) ('a' + me)};
        Object[] word = new Object[2];
        comm.Allreduce(letters, 1, word, 1, 1, MPI.OBJECT, join);
        assertEquals("abcdefghijk".substring(0, n), word[1]);
    }

    @Test
    void shouldFailACallWhenAnOperationOfTheProgramMakesIt() {
        job(2).run(
                        () -> {
                            Intracomm c = returningWorld();
                            Op probes = new Op(new AddsAndProbes(), true);
                            int[] sum = new int[1];
                            c.allReduce(new int[] {1}, sum, 1, MPI.INT, probes);
                            assertEquals(2, sum[0]);
                            c.iAllReduce(new int[] {2}, sum, 1, MPI.INT, probes).waitFor();
                            assertEquals(4, sum[0]);
                            probes.free();
                            c.Iprobe(0, 9);
                        });
    }

    /** A sum that tries to communicate, and makes local queries. */
    private static final class AddsAndProbes extends UserFunction {
        @Override
        public void call(Object in, Object inOut, int count, Datatype type) {
            assertFails(MPI.ERR_OP, () -> MPI.COMM_WORLD.Iprobe(0, 9));
            assertEquals(MPI.IDENT, Comm.compare(MPI.COMM_WORLD, MPI.COMM_WORLD));
            ((int[]) inOut)[0] += ((int[]) in)[0];
        }
    }

    @Test
    void shouldNameTheErrorClassWhenAnArgumentIsWrong() {
        job(2).run(
                        () -> {
                            Intracomm c = returningWorld();
                            int[] b = new int[2];
                            assertFails(MPI.ERR_ROOT, () -> c.bcast(b, 1, MPI.INT, 2));
                            assertFails(MPI.ERR_ROOT, () -> c.Bcast(b, 0, 1, MPI.INT, -1));
                            assertFails(MPI.ERR_ROOT, () -> c.gather(b, 1, MPI.INT, 7));
                            assertFails(MPI.ERR_TYPE, () -> c.bcast(b, 1, null, 0));
                            assertFails(MPI.ERR_COUNT, () -> c.bcast(b, -1, MPI.INT, 0));
                            assertFails(MPI.ERR_BUFFER, () -> c.bcast(b, 3, MPI.INT, 0));
                            assertFails(MPI.ERR_BUFFER, () -> c.bcast(null, 3, MPI.INT, 0));
                            assertFails(MPI.ERR_OP, () -> c.allReduce(b, 1, MPI.INT, null));
                            assertFails(MPI.ERR_OP, () -> c.allReduce(b, 1, MPI.INT, MPI.MAXLOC));
                            assertFails(
                                    MPI.ERR_OP,
                                    () ->
                                            c.Allreduce(
                                                    new double[1],
                                                    0,
                                                    new double[1],
                                                    0,
                                                    1,
                                                    MPI.DOUBLE,
                                                    MPI.BAND));
                            Op freed = new Op(new DoesNothing(), true);
                            freed.free();
                            assertFails(MPI.ERR_OP, () -> c.scan(b, 1, MPI.INT, freed));
                            assertFails(MPI.ERR_ROOT, () -> c.iBcast(b, 1, MPI.INT, 2));
                            c.barrier();
                        });
    }

    @Test
    void shouldFailWithBufferWhenResultsGoIntoAReadOnlyBuffer() {
        job(2).run(
                        () -> {
                            Intracomm c = returningWorld();
                            int[] one = {3};
                            IntBuffer direct = MPI.newIntBuffer(2).put(0, 5);
                            IntBuffer locked = direct.asReadOnlyBuffer();
                            int buffer = MPI.ERR_BUFFER;
                            assertFails(
                                    buffer, () -> c.allReduce(one, locked, 1, MPI.INT, MPI.SUM));
                            assertFails(
                                    buffer, () -> c.allGather(one, 1, MPI.INT, locked, 1, MPI.INT));
                            if (c.getRank() == 0) {
                                c.bcast(locked, 1, MPI.INT, 0);
                            } else {
                                assertFails(buffer, () -> c.bcast(locked, 1, MPI.INT, 0));
                                // As the others see it, this rank has not yet taken part.
                                c.bcast(one, 1, MPI.INT, 0);
                                assertEquals(5, one[0]);
                            }
                            c.barrier();
                        });
    }

    /** A function that is never called. */
    private static final class DoesNothing extends UserFunction {}
}
