package musubi.conformance.pt2pt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Status;

import musubi.conformance.Case;
import musubi.conformance.Statement;
import musubi.conformance.Table;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.ArrayList;
import java.util.List;

/** Section 3.2.2: the predefined types. */
public final class Types {
    private Types() {}

    private record Sample(String name, Datatype type, Object values) {}

    private static List<Sample> samples() {
        return List.of(
                new Sample("BYTE", MPI.BYTE, new byte[] {0, 1, -1, Byte.MIN_VALUE, Byte.MAX_VALUE}),
                new Sample("CHAR", MPI.CHAR, new char[] {'a', '\u3042', '\0', '\uffff'}),
                new Sample("SHORT", MPI.SHORT, new short[] {1, Short.MIN_VALUE, Short.MAX_VALUE}),
                new Sample("BOOLEAN", MPI.BOOLEAN, new boolean[] {true, false, true}),
                new Sample("INT", MPI.INT, new int[] {Integer.MIN_VALUE, 0, Integer.MAX_VALUE}),
                new Sample("LONG", MPI.LONG, new long[] {Long.MIN_VALUE, -1, Long.MAX_VALUE}),
                new Sample(
                        "FLOAT",
                        MPI.FLOAT,
                        new float[] {-0f, Float.MIN_VALUE, Float.NaN, Float.NEGATIVE_INFINITY}),
                new Sample(
                        "DOUBLE",
                        MPI.DOUBLE,
                        new double[] {-0.0, Double.MIN_VALUE, Double.NaN, 1e300, -1 / 0.0}));
    }

    @Table
    static List<Statement> values() {
        List<Statement> rows = new ArrayList<>();
        for (Sample sample : samples()) {
            rows.add(
                    Statement.row(
                            "Types.values " + sample.name,
                            "3.2.2",
                            List.of("Comm.send", "Comm.recv", "MPI." + sample.name),
                            "Extreme values of MPI."
                                    + sample.name
                                    + " are preserved bit by bit, in both dialects.",
                            2,
                            (comm, form) -> exchange(comm, sample)));
        }
        return rows;
    }

    private static void exchange(Intracomm comm, Sample sample) {
        int n = Array.getLength(sample.values);
        if (comm.getRank() == 0) {
            comm.send(sample.values, n, sample.type, 1, 0);
            comm.Send(sample.values, 1, n - 1, sample.type, 1, 0);
        } else if (comm.getRank() == 1) {
            Class<?> component = sample.values.getClass().getComponentType();
            Object in = Array.newInstance(component, n);
            Status status = comm.recv(in, n, sample.type, 0, 0);
            assertEquals(n, status.getCount(sample.type));
            assertSame(sample.values, 0, in, 0, n);
            Object shifted = Array.newInstance(component, n + 2);
            status = comm.Recv(shifted, 2, n, sample.type, 0, 0);
            assertEquals(n - 1, status.Get_count(sample.type));
            assertSame(sample.values, 1, shifted, 2, n - 1);
        }
    }

    private static void assertSame(Object expected, int at, Object actual, int from, int count) {
        for (int i = 0; i < count; i++) {
            assertEquals(Array.get(expected, at + i), Array.get(actual, from + i));
        }
    }

    @Table
    static List<Statement> sizes() {
        List<Statement> rows = new ArrayList<>();
        int[] bytes = {1, 2, 2, 1, 4, 8, 4, 8};
        List<Sample> samples = samples();
        for (int i = 0; i < bytes.length; i++) {
            Sample sample = samples.get(i);
            int size = bytes[i];
            rows.add(
                    Statement.row(
                            "Types.sizes " + sample.name,
                            "5.1.5",
                            List.of("Datatype.getSize", "Datatype.getExtent", "Datatype.Extent"),
                            "MPI."
                                    + sample.name
                                    + " has "
                                    + size
                                    + " bytes and, in elements of its buffer, extent 1.",
                            (comm, form) -> {
                                assertEquals(size, sample.type.getByteSize());
                                assertEquals(1, sample.type.getSize());
                                assertEquals(1, sample.type.getExtent());
                                assertEquals(1, sample.type.Extent());
                                assertEquals(0, sample.type.getLb());
                            }));
        }
        return rows;
    }

    @Case(
            section = "3.2.2",
            calls = {"MPI.newCharBuffer", "MPI.newLongBuffer", "MPI.newDoubleBuffer"},
            says = "Direct buffers of every element type can be sent and received.",
            ranks = 2)
    static void directBuffers(Intracomm comm) {
        ByteBuffer bytes = MPI.newByteBuffer(4);
        CharBuffer chars = MPI.newCharBuffer(4);
        ShortBuffer shorts = MPI.newShortBuffer(4);
        LongBuffer longs = MPI.newLongBuffer(4);
        FloatBuffer floats = MPI.newFloatBuffer(4);
        DoubleBuffer doubles = MPI.newDoubleBuffer(4);
        if (comm.getRank() == 0) {
            comm.send(bytes.put(3, (byte) 1), 4, MPI.BYTE, 1, 0);
            comm.send(chars.put(3, 'x'), 4, MPI.CHAR, 1, 0);
            comm.send(shorts.put(3, (short) -3), 4, MPI.SHORT, 1, 0);
            comm.send(longs.put(3, 1L << 40), 4, MPI.LONG, 1, 0);
            comm.send(floats.put(3, 1.5f), 4, MPI.FLOAT, 1, 0);
            comm.send(doubles.put(3, 2.5), 4, MPI.DOUBLE, 1, 0);
        } else if (comm.getRank() == 1) {
            comm.recv(bytes, 4, MPI.BYTE, 0, 0);
            comm.recv(chars, 4, MPI.CHAR, 0, 0);
            comm.recv(shorts, 4, MPI.SHORT, 0, 0);
            comm.recv(longs, 4, MPI.LONG, 0, 0);
            comm.recv(floats, 4, MPI.FLOAT, 0, 0);
            comm.recv(doubles, 4, MPI.DOUBLE, 0, 0);
            assertEquals(1, bytes.get(3));
            assertEquals('x', chars.get(3));
            assertEquals(-3, shorts.get(3));
            assertEquals(1L << 40, longs.get(3));
            assertEquals(1.5f, floats.get(3));
            assertEquals(2.5, doubles.get(3));
        }
    }

    @Case(
            section = "3.2.2",
            calls = {"Comm.send", "Comm.recv"},
            says = "Position and limit of a buffer are neither used nor changed.",
            ranks = 2)
    static void positionIsIgnored(Intracomm comm) {
        ByteBuffer buffer = MPI.newByteBuffer(8);
        buffer.position(3).limit(5);
        if (comm.getRank() == 0) {
            buffer.put(3, (byte) 7).put(4, (byte) 8);
            comm.send(buffer, 8, MPI.BYTE, 1, 0);
        } else if (comm.getRank() == 1) {
            comm.recv(buffer, 8, MPI.BYTE, 0, 0);
            assertEquals(7, buffer.get(3));
            assertEquals(8, buffer.get(4));
        }
        assertEquals(3, buffer.position());
        assertEquals(5, buffer.limit());
    }

    @Case(
            section = "3.3.1",
            calls = {"Comm.send", "Comm.recv"},
            says = "An array and a direct buffer can be the two ends of a message.",
            ranks = 2)
    static void arrayToBuffer(Intracomm comm) {
        if (comm.getRank() == 0) {
            comm.send(new double[] {1, 2, 3}, 3, MPI.DOUBLE, 1, 0);
            DoubleBuffer in = MPI.newDoubleBuffer(2);
            comm.recv(in, 2, MPI.DOUBLE, 1, 0);
            assertEquals(4.5, in.get(1));
        } else if (comm.getRank() == 1) {
            DoubleBuffer in = MPI.newDoubleBuffer(3);
            comm.recv(in, 3, MPI.DOUBLE, 0, 0);
            assertEquals(3, in.get(2));
            comm.send(new double[] {3.5, 4.5}, 2, MPI.DOUBLE, 0, 0);
        }
    }

    @Case(
            section = "3.2.2",
            calls = {"MPI.slice", "Comm.send", "Comm.recv"},
            says = "A slice of an array stands for the elements from its offset on.",
            ranks = 2)
    static void slices(Intracomm comm) {
        if (comm.getRank() == 0) {
            comm.send(MPI.slice(new int[] {0, 1, 2, 3, 4}, 2), 2, MPI.INT, 1, 0);
            comm.send(MPI.slice(new double[] {0.5, 1.5}, 1), 1, MPI.DOUBLE, 1, 0);
            comm.send(MPI.slice(new byte[] {5, 6}, 1), 1, MPI.BYTE, 1, 0);
        } else if (comm.getRank() == 1) {
            int[] in = new int[4];
            comm.recv(MPI.slice(in, 1), 2, MPI.INT, 0, 0);
            assertArrayEquals(new int[] {0, 2, 3, 0}, in);
            double[] one = new double[3];
            comm.recv(MPI.slice(one, 2), 1, MPI.DOUBLE, 0, 0);
            assertArrayEquals(new double[] {0, 0, 1.5}, one);
            byte[] byteIn = new byte[2];
            comm.recv(MPI.slice(byteIn, 0), 1, MPI.BYTE, 0, 0);
            assertArrayEquals(new byte[] {6, 0}, byteIn);
        }
    }
}
