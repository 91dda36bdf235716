package musubi.verbs.memory;

import musubi.memory.Accounted;
import musubi.memory.Component;

import java.lang.foreign.MemorySegment;
import java.util.Set;

/**
 * Memory that the adapter may touch, named by two keys. Made by {@link ProtectionDomain#register};
 * the memory stays the caller's, and its arena open until {@link #close}. Owned by the adapter's
 * thread; any thread may read the keys. Verbs: {@code struct ibv_mr}.
 */
@Accounted(Component.BUFFERS)
public final class MemoryRegion {
    private final ProtectionDomain domain;
    private final MemorySegment memory;
    private final long start;
    private final long lengthBytes;
    private final int accessBits;
    private final int localKey;

    MemoryRegion(
            ProtectionDomain domain, MemorySegment memory, Set<AccessFlag> access, int localKey) {
        this.domain = domain;
        this.memory = memory;
        start = access.contains(AccessFlag.ZERO_BASED) ? 0 : memory.address();
        lengthBytes = memory.byteSize();
        this.accessBits = AccessFlag.bits(access);
        this.localKey = localKey;
    }

    /**
     * First byte: the machine address of native memory, the offset in its array of heap memory; 0
     * with {@link AccessFlag#ZERO_BASED}.
     */
    public long address() {
        return start;
    }

    /** Length in bytes. */
    public long lengthBytes() {
        return lengthBytes;
    }

    /** The key for scatter-gather entries. Verbs: {@code lkey}. */
    public int localKey() {
        return localKey;
    }

    /** The key to give to peers; differs from the local one. Verbs: {@code rkey}. */
    public int remoteKey() {
        return localKey | MemoryRegionTable.REMOTE_BIT;
    }

    /**
     * Ends the registration; both keys are invalid from now on, also for requests in flight. A
     * second call does nothing. Verbs: {@code ibv_dereg_mr}.
     */
    public void close() {
        domain.deregister(this);
    }

    /** Whether the domain, the range and the arena allow an access. */
    boolean covers(ProtectionDomain user, long address, long bytes) {
        long offset = address - start;
        boolean inside = offset >= 0 && offset <= lengthBytes - bytes;
        return user == domain && inside && memory.scope().isAlive();
    }

    /** The memory, in which an address lies at {@link #offsetOf}. */
    public MemorySegment memory() {
        return memory;
    }

    public long offsetOf(long address) {
        return address - start;
    }

    boolean permits(AccessFlag right) {
        return right.in(accessBits);
    }
}
