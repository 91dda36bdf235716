package mpi;

import static mpi.InJob.assertFails;
import static mpi.InJob.meet;
import static mpi.InJob.returningWorld;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Basic datatypes, arrays and buffers, and objects. MPI-4.1 section 3.2.2. */
interface DatatypeTests extends InJob {
    int N = 9;

    private static Datatype[] types() {
        return new Datatype[] {
            MPI.BYTE, MPI.CHAR, MPI.SHORT, MPI.BOOLEAN, MPI.INT, MPI.LONG, MPI.FLOAT, MPI.DOUBLE
        };
    }

    private static Object[] arrays() {
        return new Object[] {
            new byte[N],
            new char[N],
            new short[N],
            new boolean[N],
            new int[N],
            new long[N],
            new float[N],
            new double[N]
        };
    }

    private static void fill(Object array) {
        for (int i = 0; i < N; i++) {
            switch (array) {
                case boolean[] b -> b[i] = i % 3 == 0;
                case char[] c -> c[i] = (char) ('a' + i);
                case byte[] b -> b[i] = (byte) (i + 1);
                case short[] s -> s[i] = (short) (i + 1);
                case int[] s -> s[i] = i + 1;
                case long[] s -> s[i] = i + 1;
                case float[] s -> s[i] = i + 1;
                default -> ((double[]) array)[i] = i + 1;
            }
        }
    }

    private static void assertCopied(Object expected, int from, Object actual, int at, int count) {
        for (int i = 0; i < Array.getLength(actual); i++) {
            boolean copied = i >= at && i < at + count;
            Object blank = Array.get(Array.newInstance(actual.getClass().getComponentType(), 1), 0);
            Object wanted = copied ? Array.get(expected, from + i - at) : blank;
            assertEquals(wanted, Array.get(actual, i));
        }
    }

    @Test
    default void shouldMoveArraysOfEachTypeWhenGivenAnOffset() {
        job(2).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            Object[] data = arrays();
                            for (int t = 0; t < data.length; t++) {
                                Object full = arrays()[t];
                                fill(full);
                                if (comm.getRank() == 0) {
                                    comm.Send(full, 2, 5, types()[t], 1, t);
                                    comm.send(full, N, types()[t], 1, t);
                                } else {
                                    Status s = comm.Recv(data[t], 3, 5, types()[t], 0, t);
                                    assertEquals(5, s.count);
                                    assertCopied(full, 2, data[t], 3, 5);
                                    comm.recv(data[t], N, types()[t], 0, t);
                                    assertCopied(full, 0, data[t], 0, N);
                                }
                            }
                        });
    }

    private static Buffer[] buffers(boolean direct) {
        if (direct) {
            return new Buffer[] {
                MPI.newByteBuffer(N), MPI.newCharBuffer(N), MPI.newShortBuffer(N),
                MPI.newIntBuffer(N), MPI.newLongBuffer(N), MPI.newFloatBuffer(N),
                MPI.newDoubleBuffer(N)
            };
        }
        return new Buffer[] {
            ByteBuffer.allocate(N), CharBuffer.allocate(N), ShortBuffer.allocate(N),
            IntBuffer.allocate(N), LongBuffer.allocate(N), FloatBuffer.allocate(N),
            DoubleBuffer.allocate(N)
        };
    }

    private static Datatype typeOf(Buffer buffer) {
        return switch (buffer) {
            case ByteBuffer _ -> MPI.BYTE;
            case CharBuffer _ -> MPI.CHAR;
            case ShortBuffer _ -> MPI.SHORT;
            case IntBuffer _ -> MPI.INT;
            case LongBuffer _ -> MPI.LONG;
            case FloatBuffer _ -> MPI.FLOAT;
            case DoubleBuffer _ -> MPI.DOUBLE;
        };
    }

    private static void put(Buffer buffer, int i, int value) {
        switch (buffer) {
            case ByteBuffer b -> b.put(i, (byte) value);
            case CharBuffer b -> b.put(i, (char) value);
            case ShortBuffer b -> b.put(i, (short) value);
            case IntBuffer b -> b.put(i, value);
            case LongBuffer b -> b.put(i, value);
            case FloatBuffer b -> b.put(i, value);
            case DoubleBuffer b -> b.put(i, value);
        }
    }

    private static int get(Buffer buffer, int i) {
        return switch (buffer) {
            case ByteBuffer b -> b.get(i);
            case CharBuffer b -> b.get(i);
            case ShortBuffer b -> b.get(i);
            case IntBuffer b -> b.get(i);
            case LongBuffer b -> (int) b.get(i);
            case FloatBuffer b -> (int) b.get(i);
            case DoubleBuffer b -> (int) b.get(i);
        };
    }

    @Test
    default void shouldMoveBuffersOfEachTypeWhenDirectOrNot() {
        job(2).run(
                        () -> {
                            for (int form = 0; form < 4; form++) {
                                moveBuffers(buffers((form & 1) == 0), buffers((form & 2) == 0));
                            }
                        });
    }

    private static void moveBuffers(Buffer[] out, Buffer[] in) {
        Intracomm comm = MPI.COMM_WORLD;
        for (int t = 0; t < out.length; t++) {
            Datatype type = typeOf(out[t]);
            if (comm.getRank() == 0) {
                for (int i = 0; i < N; i++) {
                    put(out[t], i, 10 + i);
                }
                out[t].position(3).limit(4);
                comm.send(out[t], N, type, 1, 0);
                comm.Send(out[t], 2, 3, type, 1, 0);
                assertEquals(3, out[t].position());
            } else {
                in[t].position(1);
                comm.iRecv(in[t], N, type, 0, 0).waitFor();
                for (int i = 0; i < N; i++) {
                    assertEquals(10 + i, get(in[t], i));
                }
                comm.Recv(in[t], 5, 3, type, 0, 0);
                assertEquals(12, get(in[t], 5));
                assertEquals(1, in[t].position());
            }
        }
    }

    @Test
    default void shouldMoveAnyTypeWhenTheBufferIsOfBytes() {
        job(2).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            ByteBuffer bytes = MPI.newByteBuffer(64);
                            assertEquals(ByteOrder.nativeOrder(), bytes.order());
                            double[] numbers = {1.5, 2.5, 3.5};
                            if (comm.getRank() == 0) {
                                bytes.putDouble(0, 4.25).putDouble(8, 5.25);
                                comm.send(bytes, 2, MPI.DOUBLE, 1, 0);
                                comm.send(numbers, 3, MPI.DOUBLE, 1, 0);
                            } else {
                                comm.recv(numbers, 2, MPI.DOUBLE, 0, 0);
                                assertArrayEquals(new double[] {4.25, 5.25, 3.5}, numbers);
                                comm.recv(bytes, 3, MPI.DOUBLE, 0, 0);
                                assertEquals(3.5, bytes.getDouble(16));
                            }
                        });
    }

    @Test
    default void shouldStartAtTheOffsetWhenSliced() {
        job(1).run(
                        () -> {
                            int[] array = {1, 2, 3, 4};
                            assertEquals(3, MPI.slice(array, 2).get(0));
                            assertEquals(2, MPI.slice(array, 2).capacity());
                            double[] numbers = {1, 2, 3};
                            Intracomm self = MPI.COMM_SELF;
                            self.sendRecv(
                                    MPI.slice(numbers, 2),
                                    1,
                                    MPI.DOUBLE,
                                    0,
                                    0,
                                    MPI.slice(numbers, 0),
                                    1,
                                    MPI.DOUBLE,
                                    0,
                                    0);
                            assertArrayEquals(new double[] {3, 2, 3}, numbers);
                            IntBuffer direct = MPI.newIntBuffer(4);
                            direct.position(2);
                            assertEquals(3, MPI.slice(direct, 1).capacity());
                            assertEquals(
                                    ByteOrder.nativeOrder(), MPI.slice(new byte[8], 4).order());
                            assertEquals(
                                    ByteOrder.nativeOrder(),
                                    MPI.slice(ByteBuffer.allocateDirect(8), 4).order());
                        });
    }

    @Test
    default void shouldMoveObjectsWhenSerialisable() {
        job(2).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            Object[] data = {
                                "text",
                                List.of(1, 2),
                                new int[][] {{1}, {2, 3}},
                                Map.of("a", 1L),
                                null
                            };
                            if (comm.Rank() == 0) {
                                comm.Send(data, 0, 5, MPI.OBJECT, 1, 0);
                                comm.Send(data, 1, 2, MPI.OBJECT, 1, 1);
                                comm.Ssend(
                                        new Object[] {new long[1 << 18]}, 0, 1, MPI.OBJECT, 1, 2);
                            } else {
                                Object[] got = new Object[6];
                                Status s = comm.Recv(got, 1, 5, MPI.OBJECT, 0, 0);
                                assertEquals(5, s.Get_count(MPI.OBJECT));
                                assertEquals(5, s.count);
                                assertEquals(MPI.UNDEFINED, s.Get_count(MPI.INT));
                                assertEquals("text", got[1]);
                                assertEquals(List.of(1, 2), got[2]);
                                assertArrayEquals(new int[] {2, 3}, ((int[][]) got[3])[1]);
                                assertEquals(2, comm.Probe(0, 1).Get_count(MPI.OBJECT));
                                assertEquals(2, comm.recv(got, 6, MPI.OBJECT, 0, 1).count);
                                assertEquals(1, comm.Probe(0, 2).count);
                                comm.Recv(got, 0, 1, MPI.OBJECT, 0, 2);
                                assertEquals(1 << 18, ((long[]) got[0]).length);
                            }
                        });
    }

    /** A class of the program. */
    record Point(int x, int y) implements java.io.Serializable {}

    @Test
    default void shouldMoveObjectsOfTheProgramsClassesWhenAllowed() {
        job(2).run(
                        () -> {
                            Point[] points = {new Point(MPI.COMM_WORLD.Rank(), 2)};
                            int peer = 1 - MPI.COMM_WORLD.Rank();
                            MPI.COMM_WORLD.Sendrecv_replace(
                                    points, 0, 1, MPI.OBJECT, peer, 0, peer, 0);
                            assertEquals(new Point(peer, 2), points[0]);
                        });
    }

    @Test
    default void shouldRefuseObjectsWhenTheFilterRejectsThem() {
        job(2).with("object.filter", "java.lang.*;!*")
                .run(() -> assertRefused(new Object[] {new java.util.ArrayList<>(List.of(1))}));
        job(2).run(() -> assertRefused(new Object[] {new javax.swing.event.EventListenerList()}));
    }

    private static void assertRefused(Object[] objects) {
        Intracomm comm = MPI.COMM_WORLD;
        if (comm.Rank() == 0) {
            comm.Send(objects, 0, 1, MPI.OBJECT, 1, 0);
            comm.Send(new Object[] {"fine"}, 0, 1, MPI.OBJECT, 1, 0);
        } else {
            Object[] got = new Object[1];
            MPIException refused =
                    assertFails(MPI.ERR_TYPE, () -> comm.Recv(got, 0, 1, MPI.OBJECT, 0, 0));
            assertTrue(refused.getMessage().contains("filter"), refused.getMessage());
            comm.Recv(got, 0, 1, MPI.OBJECT, 0, 0);
            assertEquals("fine", got[0]);
        }
    }

    @Test
    default void shouldFailWithTypeWhenObjectsCannotBeSerialised() {
        job(1).run(
                        () -> {
                            Intracomm comm = returningWorld();
                            Object[] bad = {new Object()};
                            assertFails(MPI.ERR_TYPE, () -> comm.Send(bad, 0, 1, MPI.OBJECT, 0, 0));
                            assertFails(MPI.ERR_TYPE, () -> comm.send(bad, 1, MPI.OBJECT, 0, 0));
                        });
    }

    @Test
    default void shouldReturnThePackedDataWhenUnpacked() {
        job(2).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            int size = comm.packSize(2, MPI.INT) + comm.Pack_size(1, MPI.DOUBLE);
                            assertEquals(16, size);
                            byte[] packed = new byte[size];
                            if (comm.getRank() == 0) {
                                int at = comm.pack(new int[] {1, 2}, 2, MPI.INT, packed, 0);
                                at = comm.Pack(new double[] {0, 3.5}, 1, 1, MPI.DOUBLE, packed, at);
                                assertEquals(16, at);
                                comm.send(packed, size, MPI.PACKED, 1, 0);
                            } else {
                                comm.recv(packed, size, MPI.PACKED, 0, 0);
                                int[] ints = new int[3];
                                double[] numbers = new double[1];
                                int at = comm.Unpack(packed, 0, ints, 1, 2, MPI.INT);
                                comm.unpack(packed, at, numbers, 1, MPI.DOUBLE);
                                assertArrayEquals(new int[] {0, 1, 2}, ints);
                                assertEquals(3.5, numbers[0]);
                                returningWorld();
                                assertFails(
                                        MPI.ERR_BUFFER,
                                        () -> comm.unpack(packed, 12, numbers, 1, MPI.DOUBLE));
                            }
                            meet();
                        });
    }

    @Test
    default void shouldReturnSizes() {
        job(1).run(
                        () -> {
                            int[] bytes = {1, 2, 2, 1, 4, 8, 4, 8};
                            for (int t = 0; t < bytes.length; t++) {
                                assertEquals(1, types()[t].getExtent());
                                assertEquals(1, types()[t].Extent());
                                assertEquals(1, types()[t].getSize());
                                assertEquals(bytes[t], types()[t].getByteSize());
                                assertEquals(1, types()[t].Size());
                                assertEquals(0, types()[t].getLb() + types()[t].Lb());
                                assertEquals(1, types()[t].Ub());
                            }
                            assertEquals(2, MPI.INT2.Extent());
                            assertEquals(8, MPI.INT2.getExtent());
                            assertEquals(16, MPI.DOUBLE_INT.getExtent());
                            assertEquals(12, MPI.DOUBLE_INT.getSize());
                            assertEquals(2, MPI.DOUBLE2.Extent());
                            assertEquals(2, MPI.FLOAT_COMPLEX.getExtent());
                            Datatype copy = MPI.INT.clone();
                            assertEquals("", copy.getName());
                            assertEquals("MPI_INT", MPI.INT.getName());
                            copy.free();
                            assertTrue(copy.isNull());
                            assertTrue(MPI.DATATYPE_NULL.isNull());
                            assertFalse(MPI.INT.isNull());
                        });
    }

    @Test
    default void shouldMovePairsWhenInIntsOrInBytes() {
        job(2).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            ByteBuffer bytes = MPI.newByteBuffer(32);
                            if (comm.getRank() == 0) {
                                comm.Send(new int[] {9, 1, 8, 2}, 0, 2, MPI.INT2, 1, 0);
                                DoubleInt.Data pair = MPI.doubleInt.getData(bytes, 1);
                                pair.putValue(2.5);
                                pair.putIndex(7);
                                comm.send(bytes, 2, MPI.DOUBLE_INT, 1, 1);
                            } else {
                                comm.recv(bytes, 2, MPI.INT2, 0, 0);
                                Int2.Data pair = MPI.int2.getData(bytes, 1);
                                assertEquals(8, pair.getValue());
                                assertEquals(2, pair.getIndex());
                                byte[] array = new byte[32];
                                Status s = comm.recv(array, 2, MPI.DOUBLE_INT, 0, 1);
                                assertEquals(2, s.getCount(MPI.DOUBLE_INT));
                                assertEquals(4, s.getElements(MPI.DOUBLE_INT));
                                DoubleInt.Data got = MPI.doubleInt.getData(array, 1);
                                assertEquals(2.5, got.getValue());
                                assertEquals(7, got.getIndex());
                            }
                        });
    }

    /** A record of the program. */
    class Particle extends Struct {
        private final int id = addInt();
        private final int place = addDouble(3);

        @Override
        protected View newData() {
            return new View();
        }

        /** One particle. */
        class View extends Struct.Data {
            void set(int number, double... at) {
                putInt(id, number);
                for (int i = 0; i < 3; i++) {
                    putDouble(place, i, at[i]);
                }
            }

            double[] values() {
                return new double[] {
                    getInt(id), getDouble(place), getDouble(place, 1), getDouble(place, 2)
                };
            }
        }
    }

    @Test
    default void shouldMoveRecordsWhenDescribedByAStruct() {
        job(2).run(
                        () -> {
                            Particle particle = new Particle();
                            assertEquals(32, particle.getExtent());
                            ByteBuffer bytes = MPI.newByteBuffer(2 * particle.getExtent());
                            Particle.View second = particle.getData(bytes, 1);
                            if (MPI.COMM_WORLD.getRank() == 0) {
                                second.set(4, 1.5, 2.5, 3.5);
                                MPI.COMM_WORLD.send(bytes, 2, particle.getType(), 1, 0);
                            } else {
                                MPI.COMM_WORLD.recv(bytes, 2, particle.getType(), 0, 0);
                                assertEquals(
                                        "[4.0, 1.5, 2.5, 3.5]", Arrays.toString(second.values()));
                            }
                        });
    }

    @Test
    default void shouldNotChangeAStructWhenItsTypeWasRequested() {
        Particle particle = new Particle();
        particle.setOffset(32);
        assertEquals(32, particle.addChar());
        assertThrows(IllegalArgumentException.class, () -> particle.setOffset(33));
        assertEquals(40, particle.getExtent());
        assertThrows(AssertionError.class, particle::addInt);
        assertThrows(AssertionError.class, () -> particle.setOffset(40));
    }

    @Test
    default void shouldMoveComplexNumbersWhenInArraysOrBuffers() {
        job(2).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            double[] array = new double[4];
                            ByteBuffer bytes = MPI.newByteBuffer(16);
                            if (comm.getRank() == 0) {
                                DoubleComplex.get(array, 1).putReal(1.5);
                                DoubleComplex.get(array, 1).putImag(-2);
                                comm.send(array, 2, MPI.DOUBLE_COMPLEX, 1, 0);
                                FloatComplex.get(bytes, 1).putReal(3);
                                FloatComplex.get(bytes, 1).putImag(4);
                                comm.send(bytes, 2, MPI.FLOAT_COMPLEX, 1, 1);
                            } else {
                                Status s = comm.recv(array, 2, MPI.DOUBLE_COMPLEX, 0, 0);
                                assertEquals(2, s.getCount(MPI.DOUBLE_COMPLEX));
                                assertEquals(2, s.getElements(MPI.DOUBLE_COMPLEX));
                                assertArrayEquals(new double[] {0, 0, 1.5, -2}, array);
                                float[] floats = new float[4];
                                comm.recv(floats, 2, MPI.FLOAT_COMPLEX, 0, 1);
                                assertEquals(3, FloatComplex.get(floats, 1).getReal());
                                assertEquals(4, FloatComplex.get(floats, 1).getBuffer().get(1));
                            }
                        });
    }
}
