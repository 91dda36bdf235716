package bench;

import mpi.MPI;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;

/** Where a benchmark keeps its messages; the twin of {@code mb_alloc} in mb.h. */
enum BufferKind {
    /** Java arrays, the default. */
    ARRAY,
    /** Direct buffers of the JDK, outside the heap of Java and of the library. */
    DIRECT,
    /** Direct buffers of {@link MPI#newByteBuffer}, which the library may place as it likes. */
    PARTITION;

    static BufferKind named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** A buffer for MPI.BYTE, every byte set, so that its memory is there. */
    Object bytes(int length, byte value, int offset) {
        int all = Math.addExact(length, offset);
        if (this == ARRAY) {
            byte[] array = new byte[all];
            Arrays.fill(array, value);
            return offset == 0 ? array : MPI.slice(array, offset);
        }
        ByteBuffer buffer = direct(all);
        for (int i = 0; i < all; i++) {
            buffer.put(i, value);
        }
        return offset == 0 ? buffer : MPI.slice(buffer, offset);
    }

    /** A buffer of zeros for MPI.FLOAT. */
    Object floats(int length) {
        if (this == ARRAY) {
            return new float[length];
        }
        ByteBuffer buffer = direct(Math.multiplyExact(length, Float.BYTES));
        for (int i = 0; i < buffer.capacity(); i++) {
            buffer.put(i, (byte) 0);
        }
        return buffer.asFloatBuffer();
    }

    private ByteBuffer direct(int length) {
        ByteBuffer buffer =
                this == DIRECT ? ByteBuffer.allocateDirect(length) : MPI.newByteBuffer(length);
        return buffer.order(ByteOrder.nativeOrder());
    }
}
