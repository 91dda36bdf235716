package mpjbuf;

/** The memory of a {@link Buffer}; {@link BufferFactory} makes it. MPI-4.1 section 5.2. */
public interface RawBuffer {
    /** How many bytes it has. MPI-4.1 section 5.2. */
    int getCapacity();

    /** Does nothing: the memory is Java's. MPI-4.1 section 5.2. */
    void free();
}
