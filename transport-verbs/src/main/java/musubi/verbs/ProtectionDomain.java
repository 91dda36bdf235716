package musubi.verbs;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Set;

/**
 * Ties memory regions to the queue pairs that may use them: a key of another domain is as good as a
 * wrong one. Made by {@link HostChannelAdapter#allocateDomain}; owned by the adapter's thread.
 * Verbs: {@code struct ibv_pd}.
 */
public final class ProtectionDomain {
    private final HostChannelAdapter adapter;
    private final MemoryRegionTable table;
    private int users;

    ProtectionDomain(HostChannelAdapter adapter, MemoryRegionTable table) {
        this.adapter = adapter;
        this.table = table;
    }

    /**
     * Registers memory, which stays the caller's and must live until {@link MemoryRegion#close} and
     * be accessible to the polling thread. Throws {@code ERR_ARG} if a remote write or atomic right
     * comes without {@link AccessFlag#LOCAL_WRITE}, if a right to write is asked for read-only
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
     * Frees the domain. Throws {@code ERR_OTHER} while a region, queue pair or shared receive queue
     * of it exists. Verbs: {@code ibv_dealloc_pd}.
     */
    public void close() {
        if (users > 0) {
            throw new MpiFailure(
                    ErrorClass.OTHER,
                    "protection domain is in use: users="
                            + users
                            + "; close its regions, queue pairs and shared receive queues first");
        }
    }

    HostChannelAdapter adapter() {
        return adapter;
    }

    void addUser() {
        users++;
    }

    void removeUser() {
        users--;
    }

    void deregister(MemoryRegion region) {
        if (table.remove(region)) {
            users--;
        }
    }

    /** Sum of the lengths. */
    static long lengthOf(List<ScatterGatherEntry> entries) {
        long sum = 0;
        for (ScatterGatherEntry entry : entries) {
            sum += entry.lengthBytes();
        }
        return sum;
    }

    /** The bytes of all pieces, or null if a key or range is bad. */
    byte[] gather(List<ScatterGatherEntry> entries) {
        byte[] target = new byte[(int) lengthOf(entries)];
        int filled = 0;
        for (ScatterGatherEntry entry : entries) {
            MemorySegment piece = local(entry, entry.lengthBytes(), false);
            if (piece == null) {
                return null;
            }
            MemorySegment.copy(
                    piece, ValueLayout.JAVA_BYTE, 0, target, filled, entry.lengthBytes());
            filled += entry.lengthBytes();
        }
        return target;
    }

    /** Whether {@link #scatter} of so many bytes would succeed. */
    boolean isWritable(List<ScatterGatherEntry> entries, int lengthBytes) {
        int left = lengthBytes;
        for (ScatterGatherEntry entry : entries) {
            int part = Math.min(left, entry.lengthBytes());
            if (part > 0 && local(entry, part, true) == null) {
                return false;
            }
            left -= part;
        }
        return true;
    }

    /** Spreads the data over the pieces, which must be long enough; false, and nothing, if bad. */
    boolean scatter(List<ScatterGatherEntry> entries, byte[] data) {
        if (!isWritable(entries, data.length)) {
            return false;
        }
        int taken = 0;
        for (ScatterGatherEntry entry : entries) {
            int part = Math.min(data.length - taken, entry.lengthBytes());
            if (part > 0) {
                MemorySegment piece = local(entry, part, true);
                MemorySegment.copy(data, taken, piece, ValueLayout.JAVA_BYTE, 0, part);
            }
            taken += part;
        }
        return true;
    }

    /** Memory that a peer names, or null if the key, the right or the range is bad. */
    MemorySegment remote(RemoteOperand operand, int lengthBytes, AccessFlag right) {
        MemoryRegion region = table.findRemote(operand.remoteKey());
        if (region == null || !region.permits(right)) {
            return null;
        }
        return region.slice(this, operand.address(), lengthBytes);
    }

    private MemorySegment local(ScatterGatherEntry entry, int lengthBytes, boolean write) {
        MemoryRegion region = table.findLocal(entry.localKey());
        if (region == null || write && !region.permits(AccessFlag.LOCAL_WRITE)) {
            return null;
        }
        return region.slice(this, entry.address(), lengthBytes);
    }

    private static MpiFailure refused(MemorySegment memory, Set<AccessFlag> access, String advice) {
        return new MpiFailure(
                ErrorClass.ARG,
                "memory cannot be registered: lengthBytes="
                        + memory.byteSize()
                        + " readOnly="
                        + memory.isReadOnly()
                        + " access="
                        + access
                        + "; "
                        + advice);
    }
}
