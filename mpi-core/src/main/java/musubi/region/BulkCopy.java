package musubi.region;

/**
 * A way to copy many bytes into and out of a transport's own memory that is faster than the JDK's;
 * see {@link Region#Region(BulkCopy)}. The other memory is an array of a primitive type or a {@link
 * java.lang.foreign.MemorySegment}, and does not overlap it. Both copies throw {@link
 * IndexOutOfBoundsException} when the bytes are not all in both, and return false when nothing was
 * copied, so that the caller does it in the usual way. Thread rule: as that of the transport.
 */
public interface BulkCopy {
    /** Shorter copies are never asked for. */
    int LEAST_BYTES = 16 << 10;

    /**
     * Copies into the transport's memory.
     *
     * @param source array or segment
     * @param from offset in {@code source}, in bytes
     * @param to offset in the transport's memory
     */
    boolean copyIn(Object source, long from, long to, long bytes);

    /**
     * Copies out of the transport's memory.
     *
     * @param from offset in the transport's memory
     * @param target array or segment, not read-only
     * @param to offset in {@code target}, in bytes
     */
    boolean copyOut(long from, Object target, long to, long bytes);

    /**
     * Declares bytes of the transport's memory read for the last time: their content may change, if
     * that makes them faster to overwrite.
     */
    void discard(long from, long bytes);
}
