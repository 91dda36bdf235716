package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/** A complex number in a buffer: real part, imaginary part. MPI-4.1 section 3.2.2. */
public final class FloatComplex {
    private final FloatBuffer buffer;
    private final int at;

    private FloatComplex(FloatBuffer buffer, int index) {
        this.buffer = buffer;
        this.at = 2 * index;
    }

    /** The first number of a buffer. MPI-4.1 section 3.2.2. */
    public static FloatComplex get(FloatBuffer buffer) {
        return get(buffer, 0);
    }

    /** A number of a buffer. MPI-4.1 section 3.2.2. */
    public static FloatComplex get(FloatBuffer buffer, int index) {
        return new FloatComplex(buffer, index);
    }

    /** The first number of an array. MPI-4.1 section 3.2.2. */
    public static FloatComplex get(float[] array) {
        return get(array, 0);
    }

    /** A number of an array. MPI-4.1 section 3.2.2. */
    public static FloatComplex get(float[] array, int index) {
        return new FloatComplex(FloatBuffer.wrap(array), index);
    }

    /** The first number of a buffer of bytes in native order. MPI-4.1 section 3.2.2. */
    public static FloatComplex get(ByteBuffer buffer) {
        return get(buffer, 0);
    }

    /** A number of a buffer of bytes in native order. MPI-4.1 section 3.2.2. */
    public static FloatComplex get(ByteBuffer buffer, int index) {
        ByteBuffer all = buffer.duplicate().clear();
        return new FloatComplex(all.order(ByteOrder.nativeOrder()).asFloatBuffer(), index);
    }

    /** The real part. MPI-4.1 section 3.2.2. */
    public float getReal() {
        return buffer.get(at);
    }

    /** The imaginary part. MPI-4.1 section 3.2.2. */
    public float getImag() {
        return buffer.get(at + 1);
    }

    /** Sets the real part. MPI-4.1 section 3.2.2. */
    public void putReal(float real) {
        buffer.put(at, real);
    }

    /** Sets the imaginary part. MPI-4.1 section 3.2.2. */
    public void putImag(float imag) {
        buffer.put(at + 1, imag);
    }

    /** The buffer from the real part on. MPI-4.1 section 3.2.2. */
    public FloatBuffer getBuffer() {
        return at == 0 ? buffer : MPI.slice(buffer, at);
    }
}
