package musubi.verbs.memory;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Set;

/**
 * Groups memory regions with the queue pairs that may use them: a key of another domain is invalid.
 * Created by {@code HostChannelAdapter.allocateDomain}; owned by the adapter's thread. Verbs:
 * {@code struct ibv_pd}.
 */
public final class ProtectionDomain {
    private final AdapterContext adapter;
    private final MemoryRegionTable table;
    private int users;

    public ProtectionDomain(AdapterContext adapter, MemoryRegionTable table) {
        this.adapter = adapter;
        this.table = table;
    }

    /**
     * Registers memory, which stays the caller's and must live until {@link MemoryRegion#close} and
     * be accessible to the polling thread. Throws {@code ERR_ARG} if a remote write or atomic right
     * comes without {@link AccessFlag#LOCAL_WRITE}, if a write right is requested for read-only
     * memory, or if memory for atomics cannot be aligned to 8 bytes. Verbs: {@code ibv_reg_mr}.
     */
    public MemoryRegion register(MemorySegment memory, Set<AccessFlag> access) {
        boolean remoteChange =
                access.contains(AccessFlag.REMOTE_WRITE)
                        || access.contains(AccessFlag.REMOTE_ATOMIC);
        if (remoteChange && !access.contains(AccessFlag.LOCAL_WRITE)) {
            throw refused(memory, access, "add LOCAL_WRITE to the rights");
        }
        if (memory.isReadOnly() && access.contains(AccessFlag.LOCAL_WRITE)) {
            throw refused(memory, access, "give memory that is not read-only");
        }
        boolean aligned = memory.maxByteAlignment() >= Long.BYTES;
        if (access.contains(AccessFlag.REMOTE_ATOMIC) && !aligned) {
            throw refused(memory, access, "give native memory or a long array, aligned to 8 bytes");
        }
        MemoryRegion region = new MemoryRegion(this, memory, access, table.nextLocalKey());
        table.put(region);
        users++;
        return region;
    }

    /**
     * Destroys the domain. Throws {@code ERR_OTHER} while a region, queue pair or shared receive
     * queue of it exists. Verbs: {@code ibv_dealloc_pd}.
     */
    public void close() {
        if (users > 0) {
            throw new MpiFailure(ErrorClass.OTHER, "protection domain is in use")
                    .with("users", users)
                    .advice("close its regions, queue pairs and shared receive queues first");
        }
    }

    public AdapterContext adapter() {
        return adapter;
    }

    public void addUser() {
        users++;
    }

    public void removeUser() {
        users--;
    }

    /** Ends the registration that has a remote key, if there is one. */
    public void deregister(int remoteKey) {
        MemoryRegion region = table.findRemote(remoteKey);
        if (region != null) {
            deregister(region);
        }
    }

    void deregister(MemoryRegion region) {
        if (table.remove(region)) {
            users--;
        }
    }

    /** Whether all entries may be read, or written, by this side. */
    public boolean isUsable(ScatterGatherList pieces, boolean write) {
        for (int i = 0; i < pieces.size(); i++) {
            int lengthBytes = pieces.lengthBytes(i);
            if (lengthBytes > 0
                    && local(pieces, i, pieces.address(i), lengthBytes, write) == null) {
                return false;
            }
        }
        return true;
    }

    /**
     * Copies bytes {@code from} to {@code from + bytes} of the concatenated entries to memory;
     * false if a key or range is invalid. The entries must be that long.
     */
    public boolean gather(
            ScatterGatherList pieces, long from, MemorySegment target, long at, int bytes) {
        return transfer(pieces, from, Transfer.GATHER, target, at, bytes);
    }

    /**
     * Copies memory to bytes {@code to} to {@code to + bytes} of the concatenated entries, which
     * must be that long; false, with nothing copied, if a key or range is invalid.
     */
    public boolean scatter(
            ScatterGatherList pieces, long to, MemorySegment source, long at, int bytes) {
        return transfer(pieces, to, Transfer.CHECK, source, at, bytes)
                && transfer(pieces, to, Transfer.SCATTER, source, at, bytes);
    }

    /** What is done with each piece; a check is for a scatter. */
    private enum Transfer {
        GATHER,
        CHECK,
        SCATTER
    }

    private boolean transfer(
            ScatterGatherList pieces,
            long from,
            Transfer kind,
            MemorySegment memory,
            long at,
            int bytes) {
        long skip = from;
        int done = 0;
        for (int i = 0; done < bytes; i++) {
            int part = (int) Math.min(bytes - done, pieces.lengthBytes(i) - skip);
            if (part > 0) {
                long address = pieces.address(i) + skip;
                MemoryRegion region = local(pieces, i, address, part, kind != Transfer.GATHER);
                if (region == null) {
                    return false;
                }
                long offset = region.offsetOf(address);
                if (kind == Transfer.GATHER) {
                    copy(region.memory(), offset, memory, at + done, part);
                } else if (kind == Transfer.SCATTER) {
                    copy(memory, at + done, region.memory(), offset, part);
                }
                done += part;
            }
            skip = Math.max(0, skip - pieces.lengthBytes(i));
        }
        return true;
    }

    /** The region of a remote key, or null if the key, the right or the range is invalid. */
    public MemoryRegion remote(int remoteKey, long address, int lengthBytes, AccessFlag right) {
        MemoryRegion region = table.findRemote(remoteKey);
        boolean granted =
                region != null
                        && region.permits(right)
                        && region.covers(this, address, lengthBytes);
        return granted ? region : null;
    }

    /** The region of an entry, or null if the key, the right or the range is invalid. */
    private MemoryRegion local(
            ScatterGatherList pieces, int index, long address, int lengthBytes, boolean write) {
        MemoryRegion region = table.findLocal(pieces.localKey(index));
        boolean granted =
                region != null
                        && (!write || region.permits(AccessFlag.LOCAL_WRITE))
                        && region.covers(this, address, lengthBytes);
        return granted ? region : null;
    }

    private static void copy(MemorySegment from, long at, MemorySegment to, long into, int bytes) {
        MemorySegment.copy(from, ValueLayout.JAVA_BYTE, at, to, ValueLayout.JAVA_BYTE, into, bytes);
    }

    private static MpiFailure refused(MemorySegment memory, Set<AccessFlag> access, String advice) {
        return new MpiFailure(ErrorClass.ARG, "memory cannot be registered")
                .with("lengthBytes", memory.byteSize())
                .with("readOnly", memory.isReadOnly())
                .with("access", access)
                .advice(advice);
    }
}
