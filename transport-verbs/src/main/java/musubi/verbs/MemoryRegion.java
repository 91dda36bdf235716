package musubi.verbs;

import java.lang.foreign.MemorySegment;
import java.util.Set;

/**
 * Memory that the adapter may touch, named by two keys. Made by {@link ProtectionDomain#register};
 * the memory stays the caller's, who must keep its arena open until {@link #close}. Owned by the
 * adapter's thread; any thread may read the keys. Verbs: {@code struct ibv_mr}.
 */
public final class MemoryRegion {
    private final ProtectionDomain domain;
    private final MemorySegment memory;
    private final int accessBits;
    private final int localKey;

    MemoryRegion(
            ProtectionDomain domain, MemorySegment memory, Set<AccessFlag> access, int localKey) {
        this.domain = domain;
        this.memory = memory;
        this.accessBits = AccessFlag.bits(access);
        this.localKey = localKey;
    }

    /** First byte: the machine address of native memory, the offset in its array of heap memory. */
    public long address() {
        return memory.address();
    }

    /** Length in bytes. */
    public long lengthBytes() {
        return memory.byteSize();
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

    /** The bytes in the range, or null if the domain, the right, the range or the arena forbids. */
    MemorySegment slice(ProtectionDomain user, long address, long lengthBytes) {
        long offset = address - memory.address();
        boolean inside = offset >= 0 && offset <= memory.byteSize() - lengthBytes;
        if (user != domain || !inside || !memory.scope().isAlive()) {
            return null;
        }
        return memory.asSlice(offset, lengthBytes);
    }

    boolean permits(AccessFlag right) {
        return right.in(accessBits);
    }
}
