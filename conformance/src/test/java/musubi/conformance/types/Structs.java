package musubi.conformance.types;

import static musubi.conformance.Ring.before;
import static musubi.conformance.Ring.items;
import static musubi.conformance.Ring.shift;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import mpi.DoubleComplex;
import mpi.DoubleInt;
import mpi.FloatComplex;
import mpi.FloatInt;
import mpi.Int2;
import mpi.Intracomm;
import mpi.LongInt;
import mpi.MPI;
import mpi.ShortInt;
import mpi.Struct;

import musubi.conformance.Case;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;

/** Sections 5.1.2, 3.2.2 and 6.9.4: classes of records, complex numbers and pairs. */
public final class Structs {
    private Structs() {}

    /** A point with a number: an int and two doubles, without padding between. */
    private static final class Point extends Struct {
        private final int number = addInt();
        private final int place = addDouble(2);

        @Override
        protected Point.Fields newData() {
            return new Fields();
        }

        final class Fields extends Struct.Data {
            int number() {
                return getInt(number);
            }

            double place(int i) {
                return getDouble(place, i);
            }

            void set(int n, double x, double y) {
                putInt(number, n);
                putDouble(place, 0, x);
                putDouble(place, 1, y);
            }
        }
    }

    /** Two points and a letter. */
    private static final class Segment extends Struct {
        private final Point point;
        private final int ends;
        private final int letter;

        Segment(Point point) {
            this.point = point;
            ends = addStruct(point, 2);
            letter = addChar();
        }

        @Override
        protected Segment.Fields newData() {
            return new Fields();
        }

        final class Fields extends Struct.Data {
            Point.Fields end(int i) {
                return getData(point, ends, i);
            }

            char letter() {
                return getChar(letter);
            }

            void letter(char c) {
                putChar(letter, c);
            }
        }
    }

    /** All kinds of fields. */
    private static final class Mixed extends Struct {
        private final int b = addByte(3);
        private final int s = setOffset(4).addShort();
        private final int l = setOffset(8).addLong();
        private final int f = addFloat(2);

        @Override
        protected Mixed.Fields newData() {
            return new Fields();
        }

        final class Fields extends Struct.Data {
            void fill(int seed) {
                for (int i = 0; i < 3; i++) {
                    putByte(b, i, (byte) (seed + i));
                }
                putShort(s, (short) (seed * 300));
                putLong(l, (long) seed << 40);
                putFloat(f, 0, seed / 2f);
                putFloat(f, 1, -seed);
            }

            void expect(int seed) {
                for (int i = 0; i < 3; i++) {
                    assertEquals((byte) (seed + i), getByte(b, i));
                }
                assertEquals((short) (seed * 300), getShort(s));
                assertEquals((long) seed << 40, getLong(l));
                assertEquals(seed / 2f, getFloat(f, 0));
                assertEquals(-seed, getFloat(f, 1));
            }
        }
    }

    @Case(
            section = "5.1.2",
            calls = {"Struct.addInt", "Struct.addDouble", "Struct.getData", "Struct.getType"},
            says = "Records of a Struct class in a buffer are sent as items of its type.")
    static void records(Intracomm comm) {
        Point point = new Point();
        ByteBuffer out = MPI.newByteBuffer(3 * point.getExtent());
        ByteBuffer in = MPI.newByteBuffer(3 * point.getExtent());
        for (int i = 0; i < 3; i++) {
            Point.Fields data = point.getData(out, i);
            data.set(comm.getRank() + i, i, 0.5);
        }
        shift(comm, items(out, 3, point.getType()), items(in, 3, point.getType()));
        for (int i = 0; i < 3; i++) {
            Point.Fields data = point.getData(in, i);
            assertEquals(before(comm) + i, data.number());
            assertEquals(i, data.place(0));
            assertEquals(0.5, data.place(1));
        }
    }

    @Case(
            section = "5.1.2",
            calls = {"Struct.getData", "Struct.getType"},
            says = "Records may lie in arrays of bytes as well.")
    static void inArrays(Intracomm comm) {
        Point point = new Point();
        byte[] out = new byte[2 * point.getExtent()];
        byte[] in = new byte[2 * point.getExtent()];
        Point.Fields sent = point.getData(out, 1);
        sent.set(9, comm.getRank(), -1);
        shift(comm, items(out, 2, point.getType()), items(in, 2, point.getType()));
        Point.Fields data = point.getData(in, 1);
        assertEquals(9, data.number());
        assertEquals(before(comm), data.place(0));
        Point.Fields first = point.getData(in);
        assertEquals(0, first.number());
    }

    @Case(
            section = "5.1.2",
            calls = {"Struct.addStruct", "Struct.addChar"},
            says = "Structs may be fields of structs, also as arrays.")
    static void inside(Intracomm comm) {
        Segment segment = new Segment(new Point());
        byte[] out = new byte[segment.getExtent()];
        byte[] in = new byte[segment.getExtent()];
        Segment.Fields data = segment.getData(out);
        data.end(0).set(1, comm.getRank(), 2);
        data.end(1).set(3, 4, comm.getRank());
        data.letter('q');
        shift(comm, items(out, 1, segment.getType()), items(in, 1, segment.getType()));
        Segment.Fields got = segment.getData(in);
        assertEquals(1, got.end(0).number());
        assertEquals(before(comm), got.end(0).place(0));
        assertEquals(3, got.end(1).number());
        assertEquals(before(comm), got.end(1).place(1));
        assertEquals('q', got.letter());
    }

    @Case(
            section = "5.1.2",
            calls = {
                "Struct.setOffset",
                "Struct.addByte",
                "Struct.addShort",
                "Struct.addLong",
                "Struct.addFloat"
            },
            says = "Fields of all types, with offsets set by hand, arrive; collectives too.")
    static void mixed(Intracomm comm) {
        Mixed mixed = new Mixed();
        int n = comm.getSize();
        byte[] out = new byte[mixed.getExtent()];
        byte[] in = new byte[n * mixed.getExtent()];
        Mixed.Fields data = mixed.getData(out);
        data.fill(comm.getRank() + 1);
        comm.allGather(out, 1, mixed.getType(), in, 1, mixed.getType());
        for (int i = 0; i < n; i++) {
            Mixed.Fields got = mixed.getData(in, i);
            got.expect(i + 1);
        }
    }

    @Case(
            section = "5.1.2",
            calls = {"Struct.addInt", "Struct.getExtent"},
            says = "No fields can be added to a struct in use.")
    static void closed(Intracomm comm) {
        Point point = new Point();
        point.getExtent();
        assertThrows(Throwable.class, point::addInt);
    }

    @Case(
            section = "3.2.2",
            calls = {"MPI.FLOAT_COMPLEX", "FloatComplex.get", "FloatComplex.getReal"},
            says = "Complex numbers are pairs of floats, real part first.")
    static void floatComplex(Intracomm comm) {
        float[] out = new float[4];
        FloatComplex.get(out, 1).putReal(comm.getRank());
        FloatComplex.get(out, 1).putImag(0.5f);
        float[] in = new float[4];
        shift(comm, items(out, 2, MPI.FLOAT_COMPLEX), items(in, 2, MPI.FLOAT_COMPLEX));
        assertEquals(before(comm), FloatComplex.get(in, 1).getReal());
        assertEquals(0.5f, FloatComplex.get(in, 1).getImag());
        assertEquals(0, FloatComplex.get(in).getReal());
    }

    @Case(
            section = "6.9.2",
            calls = {"MPI.DOUBLE_COMPLEX", "DoubleComplex.get", "MPI.PROD"},
            says = "Products of complex numbers are complex: i to the power of the size.")
    static void complexProduct(Intracomm comm) {
        double[] out = {0, 1};
        double[] in = new double[2];
        comm.allReduce(out, in, 1, MPI.DOUBLE_COMPLEX, MPI.PROD);
        double[][] powers = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
        double[] expected = powers[comm.getSize() % 4];
        assertEquals(expected[0], DoubleComplex.get(in).getReal(), 1e-9);
        assertEquals(expected[1], DoubleComplex.get(in).getImag(), 1e-9);
    }

    @Case(
            section = "6.9.2",
            calls = {"MPI.DOUBLE_COMPLEX", "MPI.SUM"},
            says = "Sums of complex numbers add real and imaginary parts.")
    static void complexSum(Intracomm comm) {
        DoubleBuffer buf = MPI.newDoubleBuffer(2);
        DoubleComplex.get(buf).putReal(comm.getRank());
        DoubleComplex.get(buf).putImag(-1);
        comm.allReduce(buf, 1, MPI.DOUBLE_COMPLEX, MPI.SUM);
        int n = comm.getSize();
        assertEquals(n * (n - 1) / 2, buf.get(0));
        assertEquals(-n, buf.get(1));
    }

    @Case(
            section = "6.9.4",
            calls = {"MPI.DOUBLE_INT", "DoubleInt.getData", "MPI.MAXLOC"},
            says = "MAXLOC gives the largest value and the lowest index that has it.")
    static void maxLoc(Intracomm comm) {
        int size = MPI.doubleInt.getExtent();
        ByteBuffer buf = MPI.newByteBuffer(2 * size);
        DoubleInt.Data first = MPI.doubleInt.getData(buf, 0);
        DoubleInt.Data second = MPI.doubleInt.getData(buf, 1);
        first.putValue(comm.getRank() + 0.5);
        first.putIndex(100 + comm.getRank());
        second.putValue(7);
        second.putIndex(200 + comm.getRank());
        comm.allReduce(buf, 2, MPI.DOUBLE_INT, MPI.MAXLOC);
        assertEquals(comm.getSize() - 0.5, first.getValue());
        assertEquals(99 + comm.getSize(), first.getIndex());
        assertEquals(7, second.getValue());
        assertEquals(200, second.getIndex());
    }

    @Case(
            section = "6.9.4",
            calls = {"MPI.INT2", "Int2.getData", "MPI.MINLOC"},
            says = "MINLOC gives the smallest value and its index, in bytes for lower-case calls.")
    static void minLoc(Intracomm comm) {
        byte[] out = new byte[MPI.int2.getExtent()];
        byte[] in = new byte[MPI.int2.getExtent()];
        Int2.Data data = MPI.int2.getData(out);
        data.putValue(-comm.getRank());
        data.putIndex(comm.getRank());
        comm.allReduce(out, in, 1, MPI.INT2, MPI.MINLOC);
        Int2.Data got = MPI.int2.getData(in);
        assertEquals(1 - comm.getSize(), got.getValue());
        assertEquals(comm.getSize() - 1, got.getIndex());
    }

    @Case(
            section = "6.9.4",
            calls = {"MPI.INT2", "MPI.MAXLOC"},
            says = "In the capitalised dialect INT2 is two integers of an int[].")
    static void int2(Intracomm comm) {
        int[] out = {comm.getRank() % 2, comm.getRank()};
        int[] in = new int[2];
        comm.Allreduce(out, 0, in, 0, 1, MPI.INT2, MPI.MAXLOC);
        int last = comm.getSize() > 1 ? 1 : 0;
        assertArrayEquals(new int[] {last, last}, in);
        assertEquals(2, MPI.INT2.Extent());
        assertEquals(8, MPI.INT2.getExtent());
    }

    @Case(
            section = "6.9.4",
            calls = {"MPI.LONG_INT", "MPI.FLOAT_INT", "MPI.SHORT_INT", "LongInt.getData"},
            says = "Pairs of other types are sent with value and index.")
    static void otherPairs(Intracomm comm) {
        ByteBuffer out = MPI.newByteBuffer(48);
        ByteBuffer in = MPI.newByteBuffer(48);
        LongInt.Data longs = MPI.longInt.getData(out, 1);
        longs.putValue(1L << 40);
        longs.putIndex(comm.getRank());
        shift(comm, items(out, 2, MPI.LONG_INT), items(in, 2, MPI.LONG_INT));
        LongInt.Data gotLong = MPI.longInt.getData(in, 1);
        assertEquals(1L << 40, gotLong.getValue());
        assertEquals(before(comm), gotLong.getIndex());
        FloatInt.Data floats = MPI.floatInt.getData(out, 0);
        floats.putValue(0.5f);
        floats.putIndex(comm.getRank());
        shift(comm, items(out, 1, MPI.FLOAT_INT), items(in, 1, MPI.FLOAT_INT));
        FloatInt.Data gotFloat = MPI.floatInt.getData(in, 0);
        assertEquals(0.5f, gotFloat.getValue());
        assertEquals(before(comm), gotFloat.getIndex());
        ShortInt.Data shorts = MPI.shortInt.getData(out, 0);
        shorts.putValue((short) -3);
        shorts.putIndex(comm.getRank());
        shift(comm, items(out, 1, MPI.SHORT_INT), items(in, 1, MPI.SHORT_INT));
        ShortInt.Data gotShort = MPI.shortInt.getData(in, 0);
        assertEquals(-3, gotShort.getValue());
        assertEquals(before(comm), gotShort.getIndex());
    }
}
