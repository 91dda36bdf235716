package musubi.rma;

import musubi.active.ActiveMessages;
import musubi.adi.RdmaMemory;
import musubi.adi.RemoteMemory;
import musubi.comm.Communicator;
import musubi.region.Lifetime;
import musubi.region.Region;
import musubi.rma.memory.ControlBlock;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/**
 * The memory that this rank contributes to a window, its {@link ControlBlock}, and the keys by
 * which the ranks of its node, and adapters, reach it. Memory is lent by a transport where one has
 * any, so that other processes reach it; else it is native memory, which ranks of the same JVM
 * reach.
 *
 * <p>Thread rule: the thread that holds the rank.
 */
final class WindowMemory {
    private static final long NO_KEY = -1;

    private final LongFunction<Lifetime.Lent> lend;
    private final List<Lifetime> lifetimes = new ArrayList<>();
    private final List<Runnable> forgetting = new ArrayList<>();

    /** Memory of the window; null in a dynamic one. */
    private MemorySegment memory;

    private MemorySegment control;

    /** The memory of all ranks of a shared window; else null. */
    private MemorySegment shared;

    private long memoryKey = NO_KEY;
    private long controlKey = NO_KEY;
    private long rdmaKey = NO_KEY;
    private long rdmaControlKey = NO_KEY;

    /**
     * No memory yet.
     *
     * @param lend lends memory that other ranks reach; gives null when there is none
     */
    WindowMemory(LongFunction<Lifetime.Lent> lend) {
        this.lend = lend;
    }

    /** Takes memory of the program; null for none. */
    void use(MemorySegment programs) {
        memory = programs;
    }

    /** Allocates the memory of the window. */
    void allocate(long bytes) {
        memory = lent(bytes);
    }

    /** Sets the memory of all ranks of a shared window. */
    void share(MemorySegment ofAll) {
        shared = ofAll;
    }

    /** The memory of all ranks of a shared window; else null. */
    MemorySegment shared() {
        return shared;
    }

    /** Allocates the control block, of this number of bytes. */
    void allocateControl(long bytes) {
        control = lent(bytes);
    }

    private MemorySegment lent(long bytes) {
        if (bytes == 0) {
            return MemorySegment.NULL;
        }
        Lifetime.Lent lent = lend.apply(bytes);
        if (lent == null) {
            return Arena.ofAuto().allocate(bytes, ControlBlock.UPDATES);
        }
        lifetimes.add(lent.lifetime());
        return lent.memory();
    }

    /** Makes memory and control block accessible to the ranks of this node. */
    void expose(Communicator comm, ActiveMessages active) {
        memoryKey = key(memory, comm, active);
        controlKey = key(control, comm, active);
    }

    /**
     * Makes the memory accessible to adapters, once for all ranks; unless its words are not
     * aligned, which adapters require of atomic operations.
     */
    void exposeToAdapters(Communicator comm, ActiveMessages active) {
        boolean isAligned = memory != null && (memory.address() & Long.BYTES - 1) == 0;
        if (!isAligned || memory.byteSize() == 0) {
            return;
        }
        RdmaMemory near = adapter(comm, active, true);
        RdmaMemory peer = near == null ? adapter(comm, active, false) : near;
        if (peer != null) {
            rdmaKey = register(memory, peer);
            rdmaControlKey = register(control, peer);
        }
    }

    private long register(MemorySegment segment, RdmaMemory peer) {
        long key = peer.remoteKey(new Region().wrap(segment, 0, segment.byteSize()));
        forgetting.add(() -> peer.forget(key));
        return key;
    }

    /**
     * The way to the next rank of this node, or of others, if that is an adapter. One of each is
     * tried, because the transport follows from the distance, and a window does not connect all.
     */
    private static RdmaMemory adapter(Communicator comm, ActiveMessages active, boolean onNode) {
        for (int i = 1; i < comm.size(); i++) {
            int rank = (comm.rank() + i) % comm.size();
            if (isOnNode(comm, rank) == onNode) {
                RemoteMemory peer = active.memory(comm.worldRank(rank));
                return peer instanceof RdmaMemory rdma ? rdma : null;
            }
        }
        return null;
    }

    /**
     * One key for all that load and store: memory of a pool has the same for all peers, and other
     * memory is reached by ranks of this JVM only, for which the key names an entry of this rank's
     * table.
     */
    private long key(MemorySegment segment, Communicator comm, ActiveMessages active) {
        if (segment == null || segment.byteSize() == 0) {
            return NO_KEY;
        }
        Region region = new Region().wrap(segment, 0, segment.byteSize());
        boolean mayShareJvm = comm.services().job().addressSpace() != null;
        for (int rank = 0; rank < comm.size(); rank++) {
            if (rank != comm.rank() && isOnNode(comm, rank)) {
                RemoteMemory peer = active.memory(comm.worldRank(rank));
                boolean isLoaded = peer != null && !(peer instanceof RdmaMemory);
                long key = isLoaded ? peer.remoteKey(region) : NO_KEY;
                if (key != NO_KEY) {
                    forgetting.add(() -> peer.forget(key));
                    return key;
                }
                if (!mayShareJvm) {
                    return NO_KEY;
                }
            }
        }
        return NO_KEY;
    }

    /** Whether a rank of the communicator is on the node of this one. */
    static boolean isOnNode(Communicator comm, int rank) {
        return comm.services().job().nodeOf(comm.worldRank(rank)) == comm.services().job().node();
    }

    MemorySegment memory() {
        return memory;
    }

    MemorySegment control() {
        return control;
    }

    WindowLayout.Keys keys() {
        return new WindowLayout.Keys(memoryKey, controlKey, rdmaKey, rdmaControlKey);
    }

    /** Ends access, and the life of memory that is not the program's; later access to it fails. */
    void free() {
        forgetting.forEach(Runnable::run);
        forgetting.clear();
        lifetimes.forEach(Lifetime::end);
        lifetimes.clear();
    }
}
