package musubi.adi;

import musubi.region.Lifetime;

import java.lang.foreign.MemorySegment;

/**
 * Capability of a transport: memory that peers access with {@link RemoteMemory}. Segments live as
 * long as anything refers to them, also after {@link Transport#close}. Thread rule: as {@link
 * Transport}.
 */
public interface MemoryPool {
    /** Allocates a zeroed segment; null when the pool is exhausted. */
    default MemorySegment allocate(long bytes) {
        Lifetime.Lent lent = lend(bytes);
        return lent == null ? null : lent.memory();
    }

    /** As {@link #allocate}, with the lifetime of the segment, by which it is freed. */
    Lifetime.Lent lend(long bytes);

    /**
     * A read-only copy of these numbers that the ranks of this node have in common: equal tables
     * exist once, whichever rank shares them.
     *
     * @return null when there is no memory, or when all ranks of the node live in this JVM and
     *     share its heap anyway
     */
    MemorySegment share(int[] numbers);
}
