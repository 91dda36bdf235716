package mpi;

import java.nio.ByteBuffer;

/**
 * A reduction in Open MPI's Java style: {@code inOut[i] = in[i] op inOut[i]}. A program overrides
 * one of the two methods. MPI-4.1 section 6.9.5.
 */
public abstract class UserFunction {
    /** For subclasses. MPI-4.1 section 6.9.5. */
    public UserFunction() {}

    /**
     * Reduces arrays of the datatype's Java type, from their first element on. MPI-4.1 section
     * 6.9.5.
     */
    public void call(Object inVec, Object inOutVec, int count, Datatype datatype)
            throws MPIException {
        throw new UnsupportedOperationException(
                "a UserFunction must override one of its call methods: class="
                        + getClass().getName());
    }

    /**
     * Reduces buffers in native byte order; unless overridden it copies them to arrays, calls the
     * other method, and copies the result back. MPI-4.1 section 6.9.5.
     */
    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype)
            throws MPIException {
        UserOp.callWithArrays(this, in, inOut, count, datatype);
    }
}
