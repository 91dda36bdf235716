package mpi;

/** A reduction in mpiJava style: {@code inout[i] = in[i] op inout[i]}. MPI-4.1 section 6.9.5. */
public abstract class User_function {
    /** For subclasses. MPI-4.1 section 6.9.5. */
    public User_function() {}

    /**
     * Reduces {@code count} items of arrays of the datatype's Java type, {@code Object[]} for
     * {@code MPI.OBJECT}, from the offsets on. The arrays belong to the library. MPI-4.1 section
     * 6.9.5.
     */
    public abstract void Call(
            Object invec,
            int inoffset,
            Object inoutvec,
            int inoutoffset,
            int count,
            Datatype datatype)
            throws MPIException;
}
