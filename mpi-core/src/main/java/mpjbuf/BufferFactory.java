package mpjbuf;

/** Makes the memory of buffers. MPI-4.1 section 5.2. */
public final class BufferFactory {
    private BufferFactory() {}

    /** New memory. MPI-4.1 section 5.2. */
    public static RawBuffer create(int capacity) {
        return new ArrayMemory(capacity);
    }

    /** Does nothing: the memory is Java's. MPI-4.1 section 5.2. */
    public static void destroy(RawBuffer buffer) {}
}
