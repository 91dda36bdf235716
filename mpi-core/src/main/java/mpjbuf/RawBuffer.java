package mpjbuf;

/** The memory of a {@link Buffer}. MPI-4.1 section 5.2. */
public final class RawBuffer {
    private final byte[] bytes;

    RawBuffer(int capacity) {
        bytes = new byte[capacity];
    }

    byte[] bytes() {
        return bytes;
    }

    /** How many bytes it has. MPI-4.1 section 5.2. */
    public int getCapacity() {
        return bytes.length;
    }

    /** Does nothing: the memory is Java's. MPI-4.1 section 5.2. */
    public void free() {}
}
