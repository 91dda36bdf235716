package mpjbuf;

/**
 * Packed data, for {@code Comm.Pack} and {@code Comm.Unpack} and, with {@code MPI.PACKED}, for
 * sends and receives. MPI-4.1 section 5.2.
 */
public class Buffer {
    private final ArrayMemory memory;

    /**
     * A buffer in this memory. Offset and size are those of MPJ Express's headers and are of no
     * meaning here. MPI-4.1 section 5.2.
     *
     * @param staticBuffer from {@link BufferFactory#create}
     */
    public Buffer(RawBuffer staticBuffer, int offset, int size) {
        if (!(staticBuffer instanceof ArrayMemory)) {
            throw new IllegalArgumentException(
                    "the memory must come from BufferFactory.create: " + staticBuffer);
        }
        memory = (ArrayMemory) staticBuffer;
    }

    /** A buffer of {@code capacity} bytes of new memory. MPI-4.1 section 5.2. */
    public Buffer(int capacity) {
        this(BufferFactory.create(capacity), 0, capacity);
    }

    /** Its memory. MPI-4.1 section 5.2. */
    public RawBuffer getStaticBuffer() {
        return memory;
    }

    /** Size in bytes. MPI-4.1 section 5.2. */
    public int getCapacity() {
        return memory.getCapacity();
    }

    /** The bytes themselves. MPI-4.1 section 5.2. */
    public byte[] getBytes() {
        return memory.bytes();
    }

    /** Does nothing: a buffer can be written and read at any time. MPI-4.1 section 5.2. */
    public void commit() throws BufferException {}

    /** Does nothing. MPI-4.1 section 5.2. */
    public void clear() throws BufferException {}

    /** Does nothing: the memory is Java's. MPI-4.1 section 5.2. */
    public void free() {}
}
