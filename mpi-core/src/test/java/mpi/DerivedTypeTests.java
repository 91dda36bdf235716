package mpi;

import static mpi.InJob.assertFails;
import static mpi.InJob.returningWorld;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.Random;

/** Messages whose items have gaps. MPI-4.1 chapter 5. */
interface DerivedTypeTests extends InJob {
    private static double[] ramp(int n) {
        double[] ramp = new double[n];
        Arrays.setAll(ramp, i -> i + 1);
        return ramp;
    }

    private static Datatype column(int rows, int columns) {
        Datatype column = Datatype.createVector(rows, 1, columns, MPI.DOUBLE);
        column.commit();
        return column;
    }

    /** Asserts that a matrix has only this column of the ramp. */
    private static void assertColumn(int columns, int column, double[] matrix) {
        for (int i = 0; i < matrix.length; i++) {
            assertEquals(i % columns == column ? i + 1 : 0, matrix[i], "at " + i);
        }
    }

    @Test
    default void shouldMoveAColumnWhenBlocking() {
        job(2).run(
                        () -> {
                            for (int rows : new int[] {1, 3, 40, 1000, 20_000}) {
                                moveColumn(rows, 5);
                            }
                        });
    }

    private static void moveColumn(int rows, int columns) {
        Intracomm comm = MPI.COMM_WORLD;
        Datatype column = column(rows, columns);
        if (comm.getRank() == 0) {
            double[] matrix = ramp(rows * columns);
            comm.Send(matrix, 2, 1, column, 1, 0);
            comm.sSend(MPI.slice(matrix, 2), 1, column, 1, 1);
            comm.send(matrix, rows, MPI.DOUBLE, 1, 2);
        } else {
            double[] matrix = new double[rows * columns];
            Status status = comm.Recv(matrix, 2, 1, column, 0, 0);
            assertEquals(1, status.count);
            assertEquals(rows, status.getElements(column));
            assertEquals(rows, status.getCount(MPI.DOUBLE));
            assertColumn(columns, 2, matrix);
            double[] inARow = new double[rows];
            comm.recv(inARow, rows, MPI.DOUBLE, 0, 1);
            for (int i = 0; i < rows; i++) {
                assertEquals(i * columns + 3, inARow[i]);
            }
            DoubleBuffer direct = MPI.newDoubleBuffer(rows * columns);
            comm.recv(direct, 1, column, 0, 2);
            for (int i = 0; i < rows * columns; i++) {
                assertEquals(i % columns == 0 ? i / columns + 1 : 0, direct.get(i));
            }
        }
        column.free();
    }

    @Test
    default void shouldMoveAColumnWhenNotBlocking() {
        job(2).run(
                        () -> {
                            for (int rows : new int[] {4, 600, 50_000}) {
                                startColumn(rows, 3);
                            }
                        });
    }

    private static void startColumn(int rows, int columns) {
        Intracomm comm = MPI.COMM_WORLD;
        Datatype column = column(rows, columns);
        if (comm.getRank() == 0) {
            double[] matrix = ramp(rows * columns);
            Request[] sends = {
                comm.Isend(matrix, 1, 1, column, 1, 0),
                comm.isSend(matrix, 1, column, 1, 1),
                comm.iSend(DoubleBuffer.wrap(matrix), 1, column, 1, 2)
            };
            column.free();
            Request.waitAll(sends);
        } else {
            double[][] got = new double[3][rows * columns];
            Request[] receives = {
                comm.Irecv(got[0], 1, 1, column, 0, 0),
                comm.iRecv(got[1], 1, column, 0, 1),
                comm.iRecv(DoubleBuffer.wrap(got[2]), 1, column, 0, 2)
            };
            column.free();
            for (Status status : Request.waitAllStatus(receives)) {
                assertEquals(1, status.count);
            }
            assertColumn(columns, 1, got[0]);
            assertColumn(columns, 0, got[1]);
            assertColumn(columns, 0, got[2]);
        }
    }

    @Test
    default void shouldPackAtEachStartWhenPersistent() {
        job(2).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            Datatype column = column(500, 2);
                            double[] matrix = new double[1000];
                            boolean sends = comm.getRank() == 0;
                            Prequest request =
                                    sends
                                            ? comm.Send_init(matrix, 1, 1, column, 1, 0)
                                            : comm.recvInit(matrix, 1, column, 0, 0);
                            column.free();
                            for (int round = 1; round <= 3; round++) {
                                if (sends) {
                                    Arrays.fill(matrix, round);
                                }
                                request.start();
                                request.waitFor();
                                assertEquals(round, matrix[998]);
                                assertEquals(sends ? round : 0, matrix[999]);
                            }
                            request.free();
                        });
    }

    @Test
    default void shouldMoveAColumnWhenBufferedProbedOrExchanged() {
        job(2).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            int peer = 1 - comm.getRank();
                            Datatype column = column(10, 4);
                            MPI.attachBuffer(new byte[80 + MPI.BSEND_OVERHEAD]);
                            comm.bSend(ramp(40), 1, column, peer, 0);
                            Message message = new Message();
                            Status probed = message.mProbe(peer, 0, comm);
                            assertEquals(1, probed.getCount(column));
                            double[] got = new double[40];
                            assertEquals(1, message.mRecv(got, 1, column).getCount(column));
                            assertColumn(4, 0, got);
                            MPI.detachBuffer();
                            double[] other = new double[10];
                            comm.sendRecv(got, 1, column, peer, 1, other, 10, MPI.DOUBLE, peer, 1);
                            assertEquals(37, other[9]);
                            double[] both = ramp(40);
                            both[4] = comm.getRank();
                            comm.sendRecvReplace(both, 1, column, peer, 2, peer, 2);
                            assertEquals(peer, both[4]);
                            assertEquals(6, both[5]);
                            comm.Sendrecv_replace(both, 1, 1, column, peer, 3, peer, 3);
                            assertEquals(6, both[5]);
                        });
    }

    @Test
    default void shouldFitWhenTheTwoSidesHaveDifferentMaps() {
        long seed = System.nanoTime();
        job(2).run(() -> exchangeRandomMaps(new Random(seed), "seed=" + seed));
    }

    private static void exchangeRandomMaps(Random random, String what) {
        Intracomm comm = MPI.COMM_WORLD;
        for (int round = 0; round < 60; round++) {
            int blocks = 1 + random.nextInt(round % 10 == 0 ? 5000 : 30);
            int[] lengths = new int[blocks];
            int[] at = new int[blocks];
            int total = 0;
            int room = 0;
            for (int i = 0; i < blocks; i++) {
                lengths[i] = random.nextInt(4);
                total += lengths[i];
                at[i] = room;
                room += lengths[i] + random.nextInt(3);
            }
            Datatype indexed = Datatype.createIndexed(lengths, at, MPI.INT);
            Datatype vector = Datatype.Vector(total, 1, 3, MPI.INT);
            indexed.commit();
            int[] spread = new int[Math.max(1, 3 * total)];
            int[] dense = new int[room + 1];
            if (comm.getRank() == 0) {
                Arrays.setAll(dense, i -> i);
                comm.send(dense, 1, indexed, 1, round);
            } else {
                comm.recv(spread, 1, vector, 0, round);
                assertSpread(lengths, at, spread, what);
            }
        }
    }

    /** Asserts that every third element has its index at the sender. */
    private static void assertSpread(int[] lengths, int[] at, int[] spread, String what) {
        int next = 0;
        for (int i = 0; i < lengths.length; i++) {
            for (int k = 0; k < lengths[i]; k++) {
                assertEquals(at[i] + k, spread[3 * next++], what);
            }
        }
    }

    @Test
    default void shouldCountPartsWhenTheMessageIsShort() {
        job(2).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            Datatype[] types = {MPI.DOUBLE, MPI.INT};
                            int[] at = {0, 8};
                            Datatype record = Datatype.createStruct(new int[] {1, 1}, at, types);
                            assertEquals(16, record.getExtent());
                            assertEquals(12, record.getSize());
                            Datatype four = Datatype.createContiguous(4, record);
                            four.commit();
                            int[] lengths = {33, 56, 60, 96};
                            int[] elements = {MPI.UNDEFINED, 9, 10, 16};
                            int[] counts = {MPI.UNDEFINED, MPI.UNDEFINED, MPI.UNDEFINED, 2};
                            for (int i = 0; i < 4; i++) {
                                if (comm.getRank() == 0) {
                                    byte[] data = new byte[lengths[i]];
                                    Arrays.fill(data, (byte) 7);
                                    comm.send(data, lengths[i], MPI.PACKED, 1, i);
                                } else {
                                    ByteBuffer got = MPI.newByteBuffer(256);
                                    Status s = comm.recv(got, 3, four, 0, i);
                                    assertEquals(elements[i], s.getElements(four));
                                    assertEquals(elements[i], s.getElementsX(four).getCount());
                                    assertEquals(counts[i], s.getCount(four));
                                    assertEquals(lengths[i], s.getCount(MPI.BYTE));
                                    assertEquals(7, got.get(11));
                                    assertEquals(0, got.get(12));
                                    assertEquals(7, got.get(16));
                                    s.setElements(four, 9);
                                    assertEquals(9, s.getElements(four));
                                    assertEquals(56, s.getCount(MPI.BYTE));
                                }
                            }
                        });
    }

    @Test
    default void shouldFailWithTruncateWhenMoreItemsArriveThanRequested() {
        job(2).run(
                        () -> {
                            Intracomm comm = returningWorld();
                            Datatype column = column(1000, 2);
                            if (comm.getRank() == 0) {
                                comm.send(ramp(4000), 2, column, 1, 0);
                                comm.send(ramp(20), 20, MPI.DOUBLE, 1, 1);
                            } else {
                                double[] got = new double[4000];
                                assertFails(
                                        MPI.ERR_TRUNCATE, () -> comm.recv(got, 1, column, 0, 0));
                                assertEquals(0, got[2000]);
                                Status s = comm.recv(got, 2, column, 0, 1);
                                assertEquals(20, s.getElements(column));
                                assertEquals(MPI.UNDEFINED, s.getCount(column));
                            }
                        });
    }

    @Test
    default void shouldFailWithTypeWhenNotCommittedOrFreed() {
        job(1).run(
                        () -> {
                            Intracomm c = returningWorld();
                            int[] buf = new int[10];
                            Datatype raw = Datatype.createContiguous(2, MPI.INT);
                            int type = MPI.ERR_TYPE;
                            assertFails(type, () -> c.send(buf, 1, raw, 0, 0));
                            assertFails(type, () -> c.iRecv(buf, 1, raw, 0, 0));
                            assertFails(type, () -> c.sendInit(buf, 1, raw, 0, 0));
                            assertFails(type, () -> c.pack(buf, 1, raw, new byte[8], 0));
                            assertEquals(8, c.packSize(1, raw));
                            Datatype copy = raw.dup();
                            assertFails(type, () -> c.send(buf, 1, copy, 0, 0));
                            raw.commit();
                            raw.commit();
                            c.iSend(buf, 1, raw, 0, 0).free();
                            c.recv(buf, 1, raw, 0, 0);
                            Datatype twice = Datatype.createContiguous(2, raw);
                            raw.free();
                            assertTrue(raw.isNull());
                            assertFails(type, () -> c.send(buf, 1, raw, 0, 0));
                            assertFails(type, raw::free);
                            assertFails(type, () -> Datatype.createContiguous(1, raw));
                            assertEquals(4, twice.getExtent());
                            assertFails(type, MPI.INT::free);
                            Datatype mpiJava = Datatype.Contiguous(2, MPI.INT);
                            c.Sendrecv(buf, 0, 1, mpiJava, 0, 0, buf, 5, 1, mpiJava, 0, 0);
                            assertFails(
                                    MPI.ERR_COUNT, () -> Datatype.createContiguous(-1, MPI.INT));
                            assertFails(
                                    MPI.ERR_ARG,
                                    () -> Datatype.createIndexed(new int[2], new int[1], MPI.INT));
                            assertFails(
                                    MPI.ERR_ARG, () -> Datatype.Indexed(null, new int[1], MPI.INT));
                        });
    }

    @Test
    default void shouldCountInTheUnitsOfTheDialect() {
        job(1).run(
                        () -> {
                            Datatype vector = Datatype.createVector(3, 2, 5, MPI.DOUBLE);
                            assertEquals(12, vector.getExtent());
                            assertEquals(6, vector.getSize());
                            assertEquals(12, vector.Extent());
                            assertEquals(6, vector.Size());
                            Datatype bytes = Datatype.createHVector(3, 2, 40, MPI.DOUBLE);
                            assertEquals(12, bytes.getExtent());
                            Datatype elements = Datatype.Hvector(3, 2, 5, MPI.DOUBLE);
                            assertEquals(12, elements.Extent());
                            int[] ones = {1, 1};
                            int[] at = {-2, 4};
                            Datatype indexed = Datatype.Hindexed(ones, at, MPI.LONG);
                            assertEquals(-2, indexed.Lb());
                            assertEquals(5, indexed.Ub());
                            assertEquals(7, indexed.Extent());
                            int[] atBytes = {-16, 32};
                            Datatype same = Datatype.createHIndexed(ones, atBytes, MPI.LONG);
                            assertEquals(-2, same.getLb());
                            assertEquals(-2, same.getTrueLb());
                            assertEquals(7, same.getTrueExtent());
                            Datatype wide = Datatype.createResized(same, -24, 80);
                            assertEquals(-3, wide.getLb());
                            assertEquals(10, wide.getExtent());
                            assertEquals(-2, wide.getTrueLb());
                            assertEquals(7, wide.getTrueExtent());
                            assertEquals("", wide.getName());
                            wide.setName("wide");
                            assertEquals("wide", wide.getName());
                            assertEquals("MPI_INT", MPI.INT.getName());
                            Datatype block = Datatype.createIndexedBlock(2, at, MPI.INT);
                            assertEquals(8, block.getExtent());
                            block = Datatype.createHIndexedBlock(2, new int[] {0, 12}, MPI.INT);
                            assertEquals(5, block.getExtent());
                            Datatype pairs = Datatype.createVector(2, 1, 3, MPI.INT2);
                            assertEquals(32, pairs.getExtent());
                            assertEquals(8, pairs.Extent());
                        });
    }

    @Test
    default void shouldSetBoundsByHandWhenMarked() {
        job(1).run(
                        () -> {
                            Datatype four = Datatype.Contiguous(4, MPI.INT);
                            int[][] expected = {
                                {97, 0, 97}, {98, 0, 98}, {91, 3, 94}, {99, -3, 96}
                            };
                            Datatype[] made = {
                                Datatype.Struct(
                                        new int[] {1, 1},
                                        new int[] {0, 97},
                                        new Datatype[] {four, MPI.UB}),
                                Datatype.Struct(
                                        new int[] {1, 1},
                                        new int[] {0, 97},
                                        new Datatype[] {four, MPI.INT}),
                                Datatype.Struct(
                                        new int[] {1, 1, 1},
                                        new int[] {0, 3, 94},
                                        new Datatype[] {four, MPI.LB, MPI.UB}),
                                Datatype.Struct(
                                        new int[] {2, 1, 1},
                                        new int[] {2, -3, 96},
                                        new Datatype[] {four, MPI.LB, MPI.UB})
                            };
                            for (int i = 0; i < made.length; i++) {
                                assertEquals(expected[i][0], made[i].Extent());
                                assertEquals(expected[i][1], made[i].Lb());
                                assertEquals(expected[i][2], made[i].Ub());
                            }
                            assertFails(
                                    MPI.ERR_TYPE,
                                    () ->
                                            Datatype.Struct(
                                                    new int[] {1, 1},
                                                    new int[] {0, 4},
                                                    new Datatype[] {MPI.INT, MPI.DOUBLE}));
                        });
    }

    @Test
    default void shouldMoveNothingWhenTheTypeIsEmpty() {
        job(2).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            int[] none = {};
                            Datatype empty = Datatype.Struct(none, none, new Datatype[0]);
                            int[] lengths = {0, 1, 2};
                            int[] at = {2, 0, 2};
                            Datatype[] ints = {MPI.INT, MPI.INT, MPI.INT};
                            Datatype gapped = Datatype.Struct(lengths, at, ints);
                            int[] buf = new int[10];
                            if (comm.Rank() == 0) {
                                Arrays.setAll(buf, i -> i);
                                comm.Send(buf, 0, 100, empty, 1, 0);
                                comm.Send(buf, 0, 2, gapped, 1, 1);
                                comm.send(null, 5, empty, 1, 2);
                            } else {
                                Arrays.fill(buf, -1);
                                Status s = comm.Recv(buf, 0, 100, empty, 0, 0);
                                assertEquals(0, s.Get_elements(empty));
                                assertEquals(0, s.Get_count(empty));
                                s = comm.Recv(buf, 0, 2, gapped, 0, 1);
                                int[] expected = {0, -1, 2, 3, 4, -1, 6, 7, -1, -1};
                                assertArrayEquals(expected, buf);
                                assertEquals(2, s.Get_count(gapped));
                                assertEquals(6, s.Get_elements(gapped));
                                comm.recv(null, 5, empty, 0, 2);
                            }
                        });
    }

    @Test
    default void shouldSelectObjectsWhenTheTypeConsistsOfThem() {
        job(2).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            Datatype vector = Datatype.Vector(3, 1, 2, MPI.OBJECT);
                            Datatype two = Datatype.Contiguous(2, MPI.OBJECT);
                            int[] lengths = {1, 1};
                            int[] at = {3, 0};
                            Datatype turned = Datatype.Hindexed(lengths, at, MPI.OBJECT);
                            if (comm.Rank() == 0) {
                                Object[] data = {"a", 1, "b", 2, "c", 3};
                                comm.Send(data, 1, 1, vector, 1, 0);
                                comm.Send(data, 0, 3, two, 1, 1);
                                comm.Isend(data, 0, 1, turned, 1, 2).Wait();
                            } else {
                                Object[] got = new Object[6];
                                Status s = comm.Recv(got, 0, 3, MPI.OBJECT, 0, 0);
                                assertEquals(3, s.Get_count(MPI.OBJECT));
                                assertEquals(1, s.Get_count(vector));
                                assertArrayEquals(new Object[] {1, 2, 3, null, null, null}, got);
                                Arrays.fill(got, null);
                                s = comm.Recv(got, 1, 3, MPI.OBJECT, 0, 2);
                                assertEquals(2, s.count);
                                assertArrayEquals(
                                        new Object[] {null, 2, "a", null, null, null}, got);
                                Object[] spread = new Object[12];
                                s = comm.Recv(spread, 0, 2, vector, 0, 1);
                                assertEquals(2, s.count);
                                assertEquals("a", spread[0]);
                                assertNull(spread[1]);
                                assertEquals("c", spread[7]);
                                assertEquals(6, s.Get_elements(vector));
                            }
                        });
    }

    @Test
    default void shouldTurnBytesWhenPackedForAllMachines() {
        job(1).run(
                        () -> {
                            Datatype[] types = {MPI.SHORT, MPI.INT, MPI.DOUBLE};
                            int[] at = {0, 4, 8};
                            int[] lengths = {1, 1, 2};
                            Datatype record = Datatype.createStruct(lengths, at, types);
                            record.commit();
                            ByteBuffer data = MPI.newByteBuffer(48);
                            data.putShort(24, (short) 0x0102).putInt(28, 0x03040506);
                            data.putDouble(40, 1.5);
                            int size = Comm.packExternalSize("external32", 2, record);
                            assertEquals(44, size);
                            byte[] packed = new byte[size + 1];
                            int end = Comm.packExternal("external32", data, 2, record, packed, 1);
                            assertEquals(45, end);
                            ByteBuffer big = ByteBuffer.wrap(packed);
                            assertEquals(0x0102, big.getShort(23));
                            assertEquals(0x03040506, big.getInt(25));
                            assertEquals(1.5, big.getDouble(37));
                            ByteBuffer back = MPI.newByteBuffer(48);
                            Comm.unpackExternal("external32", packed, 1, back, 2, record);
                            assertEquals(data, back);
                            returningWorld();
                            assertFails(
                                    MPI.ERR_ARG, () -> Comm.packExternalSize("native", 1, MPI.INT));
                        });
    }
}
