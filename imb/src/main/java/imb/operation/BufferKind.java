package imb.operation;

import mpi.MPI;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;

/** Memory of the messages of a benchmark. */
public enum BufferKind {
    /** Java arrays, the default. */
    ARRAY,
    /** Direct buffers of the JDK, outside the heap of Java and of the library. */
    DIRECT,
    /** Direct buffers of {@link MPI#newByteBuffer}, whose location is chosen by the library. */
    PARTITION;

    /** The kind of a name, ignoring case. */
    public static BufferKind named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /**
     * Memory for MPI.BYTE.
     *
     * @param offset bytes before the first one
     */
    Payload bytes(int length, int offset) {
        int all = Math.addExact(length, offset);
        if (this == ARRAY) {
            byte[] array = new byte[all];
            return new Payload(offset == 0 ? array : MPI.slice(array, offset), length);
        }
        ByteBuffer buffer = direct(all);
        return new Payload(offset == 0 ? buffer : MPI.slice(buffer, offset), length);
    }

    /** Memory for MPI.FLOAT. */
    Payload floats(int length) {
        if (this == ARRAY) {
            return new Payload(new float[length], length);
        }
        int bytes = Math.multiplyExact(length, Float.BYTES);
        return new Payload(direct(bytes).asFloatBuffer(), length);
    }

    private ByteBuffer direct(int length) {
        ByteBuffer buffer =
                this == DIRECT ? ByteBuffer.allocateDirect(length) : MPI.newByteBuffer(length);
        return buffer.order(ByteOrder.nativeOrder());
    }
}
