package musubi.adi;

import musubi.region.Region;

import java.lang.foreign.MemorySegment;

/**
 * Capability of an endpoint: one-sided access between this rank's memory and the peer's. No method
 * blocks. Thread rule: as {@link Transport}.
 */
public interface RemoteMemory {
    /**
     * Makes a region of this rank accessible to this peer until {@link #forget}; the region's
     * memory stays alive until then. Memory of {@link MemoryPool#allocate} has the same key for all
     * peers, as long as it lives.
     *
     * @return the key that the peer passes to its {@link #tryGet} and {@link #tryPut}; -1 when the
     *     peer cannot access this memory
     */
    long remoteKey(Region region);

    /** Ends access by a key of {@link #remoteKey}; -1 and keys ended before are allowed. */
    void forget(long remoteKey);

    /**
     * Copies from the peer's memory into a region of this rank. On {@link SendOutcome#ACCEPTED} the
     * bytes are there. On {@link SendOutcome#BACK_PRESSURED} the copy may have begun: the caller
     * repeats the call with the same arguments.
     *
     * @param remoteKey key that the peer got for this rank
     * @param offset start behind the key, in bytes
     * @param to start in the region, in bytes
     * @throws IllegalArgumentException when the range is outside of the peer's accessible memory
     */
    SendOutcome tryGet(long remoteKey, long offset, Region into, long to, long bytes);

    /**
     * Copies from a region of this rank into the peer's memory. On {@link SendOutcome#ACCEPTED} the
     * bytes are there, and a message sent afterwards arrives after them; otherwise as {@link
     * #tryGet}.
     *
     * @param remoteKey key that the peer got for this rank
     * @param offset start behind the key, in bytes
     * @param from start in the region, in bytes
     * @throws IllegalArgumentException when the range is outside of the peer's accessible memory
     */
    SendOutcome tryPut(long remoteKey, long offset, Region source, long from, long bytes);

    /**
     * The peer's memory itself, for loads, stores and atomic instructions. It is valid until the
     * peer ends access by the key.
     *
     * @param remoteKey key that the peer got for this rank
     * @param bytes from the start of the region on
     * @return null when this rank can only copy from and to that memory, or not reach it at all
     * @throws IllegalArgumentException when the range is outside of the peer's accessible memory
     */
    default MemorySegment view(long remoteKey, long bytes) {
        return null;
    }

    /**
     * Sets a word (8 bytes, aligned) of the peer's {@link MemoryPool} if it has the expected value,
     * atomically. Called only on transports with a {@link MemoryPool}.
     *
     * @return the value before
     */
    default long compareAndSwap(long remoteKey, long expected, long desired) {
        throw new UnsupportedOperationException("no memory pool on this transport");
    }
}
