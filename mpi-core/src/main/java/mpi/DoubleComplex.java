package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;

/** A complex number in a buffer: real part, imaginary part. MPI-4.1 section 3.2.2. */
public final class DoubleComplex {
    private final DoubleBuffer buffer;
    private final int at;

    private DoubleComplex(DoubleBuffer buffer, int index) {
        this.buffer = buffer;
        this.at = 2 * index;
    }

    /** The first number of a buffer. MPI-4.1 section 3.2.2. */
    public static DoubleComplex get(DoubleBuffer buffer) {
        return get(buffer, 0);
    }

    /** A number of a buffer. MPI-4.1 section 3.2.2. */
    public static DoubleComplex get(DoubleBuffer buffer, int index) {
        return new DoubleComplex(buffer, index);
    }

    /** The first number of an array. MPI-4.1 section 3.2.2. */
    public static DoubleComplex get(double[] array) {
        return get(array, 0);
    }

    /** A number of an array. MPI-4.1 section 3.2.2. */
    public static DoubleComplex get(double[] array, int index) {
        return new DoubleComplex(DoubleBuffer.wrap(array), index);
    }

    /** The first number of a buffer of bytes in native order. MPI-4.1 section 3.2.2. */
    public static DoubleComplex get(ByteBuffer buffer) {
        return get(buffer, 0);
    }

    /** A number of a buffer of bytes in native order. MPI-4.1 section 3.2.2. */
    public static DoubleComplex get(ByteBuffer buffer, int index) {
        ByteBuffer all = buffer.duplicate().clear();
        return new DoubleComplex(all.order(ByteOrder.nativeOrder()).asDoubleBuffer(), index);
    }

    /** The real part. MPI-4.1 section 3.2.2. */
    public double getReal() {
        return buffer.get(at);
    }

    /** The imaginary part. MPI-4.1 section 3.2.2. */
    public double getImag() {
        return buffer.get(at + 1);
    }

    /** Sets the real part. MPI-4.1 section 3.2.2. */
    public void putReal(double real) {
        buffer.put(at, real);
    }

    /** Sets the imaginary part. MPI-4.1 section 3.2.2. */
    public void putImag(double imag) {
        buffer.put(at + 1, imag);
    }

    /** The buffer from the real part on. MPI-4.1 section 3.2.2. */
    public DoubleBuffer getBuffer() {
        return at == 0 ? buffer : MPI.slice(buffer, at);
    }
}
