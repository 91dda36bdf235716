package musubi.region;

/**
 * Copies of many bytes into and out of a transport's own memory, faster than the JDK's; see {@link
 * Region#Region(BulkCopy)}. The other memory is an array of a primitive type or a {@link
 * java.lang.foreign.MemorySegment} without overlap. Both copies throw {@link
 * IndexOutOfBoundsException} when either range is out of bounds, and return false when nothing was
 * copied and the caller has to copy. Thread rule: as that of the transport.
 */
public interface BulkCopy {
    /** The length of the shortest copy. */
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
