package musubi.conformance.env;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Intracomm;
import mpi.MPI;

import musubi.conformance.Case;
import musubi.conformance.Phase;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.util.List;

/** Section 9.2: memory for messages, and views of it. */
public final class Memory {
    private Memory() {}

    private static void assertBuffers() {
        List<Buffer> buffers =
                List.of(
                        MPI.newByteBuffer(10),
                        MPI.newCharBuffer(10),
                        MPI.newShortBuffer(10),
                        MPI.newIntBuffer(10),
                        MPI.newLongBuffer(10),
                        MPI.newFloatBuffer(10),
                        MPI.newDoubleBuffer(10));
        for (Buffer buffer : buffers) {
            assertTrue(buffer.isDirect());
            assertEquals(10, buffer.capacity());
            assertEquals(10, buffer.limit());
            assertEquals(0, buffer.position());
        }
        assertEquals(ByteOrder.nativeOrder(), MPI.newByteBuffer(1).order());
        assertEquals(ByteOrder.nativeOrder(), MPI.newIntBuffer(1).order());
    }

    @Case(
            section = "9.2",
            calls = {"MPI.newByteBuffer", "MPI.newIntBuffer", "MPI.newDoubleBuffer"},
            says = "New buffers are direct, in native order, and of the requested size.")
    static void newBuffers(Intracomm comm) {
        assertBuffers();
    }

    @Case(
            section = "9.2",
            calls = {"MPI.newByteBuffer", "MPI.newIntBuffer"},
            says = "Buffers can be allocated before Init.",
            phase = Phase.BEFORE)
    static void beforeInit() {
        assertBuffers();
    }

    @Case(
            section = "9.2",
            calls = {"MPI.newByteBuffer", "MPI.newIntBuffer"},
            says = "Buffers can be allocated after Finalize.",
            phase = Phase.AFTER)
    static void afterFinalize() {
        assertBuffers();
    }

    @Case(
            section = "9.2",
            calls = {"MPI.newByteBuffer"},
            says = "A large buffer is initially zero and keeps written data.")
    static void large(Intracomm comm) {
        DoubleBuffer buffer = MPI.newDoubleBuffer(100_000);
        for (int i = 0; i < buffer.capacity(); i += 777) {
            assertEquals(0.0, buffer.get(i));
            buffer.put(i, i);
        }
        for (int i = 0; i < buffer.capacity(); i += 777) {
            assertEquals(i, buffer.get(i));
        }
    }

    @Case(
            section = "9.2",
            calls = {"MPI.newByteBuffer"},
            says = "A negative capacity is refused.")
    static void negative(Intracomm comm) {
        assertThrows(IllegalArgumentException.class, () -> MPI.newByteBuffer(-1));
    }

    @Case(
            section = "3.2.2",
            calls = {"MPI.slice"},
            says = "A slice of a buffer begins at its offset and shares its memory.",
            phase = Phase.BEFORE)
    static void slices() {
        IntBuffer buffer = MPI.newIntBuffer(5);
        IntBuffer slice = MPI.slice(buffer, 2);
        assertEquals(3, slice.capacity());
        slice.put(0, 7);
        assertEquals(7, buffer.get(2));
        ByteBuffer bytes = MPI.slice(MPI.newByteBuffer(4), 1);
        assertEquals(3, bytes.capacity());
        assertEquals(ByteOrder.nativeOrder(), bytes.order());
    }

    @Case(
            section = "3.2.2",
            calls = {"MPI.slice"},
            says = "A slice of an array wraps it.",
            phase = Phase.BEFORE)
    static void slicesOfArrays() {
        double[] array = {1, 2, 3};
        DoubleBuffer slice = MPI.slice(array, 1);
        assertEquals(2, slice.get(0));
        slice.put(1, 9);
        assertEquals(9, array[2]);
        assertSame(array, slice.array());
        assertEquals(2, MPI.slice(new byte[3], 1).capacity());
        assertEquals(1, MPI.slice(new long[3], 2).capacity());
        assertEquals(0, MPI.slice(new char[3], 3).capacity());
    }

    @Case(
            section = "3.2.2",
            calls = {"MPI.slice"},
            says = "Slicing a buffer resets its limit, as Open MPI's does.")
    static void sliceClears(Intracomm comm) {
        IntBuffer buffer = MPI.newIntBuffer(5);
        buffer.limit(2);
        assertEquals(4, MPI.slice(buffer, 1).capacity());
        assertEquals(5, buffer.limit());
    }
}
