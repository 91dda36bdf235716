package musubi.adi;

import java.lang.foreign.MemorySegment;

/**
 * A way to copy many bytes that a transport knows to be faster than the JDK's; see {@link
 * Region#Region(BulkCopy)}. Thread rule: as that of the transport.
 */
public interface BulkCopy {
    /** Shorter copies are never asked for. */
    int LEAST_BYTES = 8 << 10;

    /**
     * Copies bytes between memory that does not overlap.
     *
     * @param source an array or native memory
     * @param from offset in {@code source}, in bytes
     * @param target an array or native memory that is not read-only
     * @param to offset in {@code target}, in bytes
     * @return false when nothing was copied, and the caller has to do it in the usual way
     * @throws IndexOutOfBoundsException when the bytes are not all in both segments
     */
    boolean copy(MemorySegment source, long from, MemorySegment target, long to, long bytes);
}
