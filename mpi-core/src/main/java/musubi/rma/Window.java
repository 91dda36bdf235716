package musubi.rma;

import musubi.coll.RankServices;
import musubi.comm.Communicator;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.MessageAddress;
import musubi.group.RankGroup;

import java.lang.foreign.MemorySegment;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * A window: memory of each rank of a communicator, which the others read, write and update. MPI-4.1
 * chapter 12.
 *
 * <p>Memory of a rank of the same node or JVM is accessed directly, that of others by active
 * messages. The memory model is unified: there is no second copy of a window. Thread rule: the
 * thread that holds the rank.
 */
public final class Window {
    private final RmaService service;
    private final Communicator comm;
    private final WindowSpec spec;
    private final WindowLayout layout;
    private final WindowMemory mine;
    private final Exposure exposure;

    /** The memory of all ranks of a shared window, else null. */
    private final MemorySegment shared;

    private final WindowEpochs epochs;
    private final WindowAccesses accesses;
    private boolean freed;

    Window(
            RmaService service,
            Communicator comm,
            WindowSpec spec,
            WindowLayout layout,
            WindowMemory mine,
            Exposure exposure) {
        this.service = service;
        this.comm = comm;
        this.spec = spec;
        this.layout = layout;
        this.mine = mine;
        this.exposure = exposure;
        shared = mine.shared();
        Accesses targets = new Accesses(service, comm, layout);
        if (!isDynamic()) {
            targets.set(comm.rank(), service.direct(memory(), mine.control()));
        }
        if (shared != null) {
            openShared(targets);
        }
        epochs = new WindowEpochs(service, comm, spec, exposure, targets);
        accesses = new WindowAccesses(service, comm, layout, isDynamic(), epochs);
    }

    private void openShared(Accesses targets) {
        for (int rank = 0; rank < comm.size(); rank++) {
            long key = layout.keys(rank).control();
            MemorySegment control =
                    rank == comm.rank() ? null : service.control(comm.worldRank(rank), key);
            if (control != null) {
                targets.set(rank, service.direct(sharedMemory(rank), control));
            }
        }
    }

    private boolean isDynamic() {
        return spec.flavor() == WindowSpec.Flavor.DYNAMIC;
    }

    /** The accesses. */
    public WindowAccesses accesses() {
        return accesses;
    }

    /** The synchronisation calls. */
    public WindowEpochs epochs() {
        return epochs;
    }

    /** The ranks of the window. */
    public RankGroup group() {
        return comm.group();
    }

    /** What this rank wanted. */
    public WindowSpec spec() {
        return spec;
    }

    /** This rank's memory; null in a dynamic window. */
    public MemorySegment memory() {
        return shared == null ? mine.memory() : sharedMemory(comm.rank());
    }

    /**
     * The memory of a rank of a shared window.
     *
     * @param rank {@code PROC_NULL} stands for the first rank with memory
     * @throws MpiFailure of class WIN when it is no shared window
     */
    public MemorySegment sharedMemory(int rank) {
        if (shared == null) {
            throw new MpiFailure(ErrorClass.WIN, "the window is not shared")
                    .with("flavor", spec.flavor())
                    .advice("create it with Win.allocateShared");
        }
        int owner = rank;
        if (rank == MessageAddress.PROC_NULL) {
            owner = 0;
            while (owner < comm.size() - 1 && layout.bytes(owner) == 0) {
                owner++;
            }
        }
        comm.worldRank(owner);
        return shared.asSlice(layout.bytesBefore(owner), layout.bytes(owner));
    }

    /** The memory of a rank if this rank loads and stores it, else null. */
    public MemorySegment directMemory(int rank) {
        return epochs.directMemory(rank);
    }

    /** The key of a rank's memory for {@link RmaService#rdmaQueue}; -1 for none. */
    public long rdmaKey(int rank) {
        return layout.keys(rank).rdma();
    }

    /** Bytes of a rank's memory; 0 in a dynamic window. */
    public long bytes(int rank) {
        return layout.bytes(rank);
    }

    /** The displacement unit of a rank, in bytes. */
    public long unit(int rank) {
        return layout.unit(rank);
    }

    /**
     * Attaches memory to a dynamic window, whose displacements are native addresses.
     *
     * @throws MpiFailure of class WIN when the window is not dynamic, ARG when the memory overlaps
     */
    public void attach(MemorySegment memory) {
        checkDynamic();
        exposure.memory.attach(memory);
    }

    /** Ends access to attached memory, which no access is under way to. */
    public void detach(MemorySegment memory) {
        checkDynamic();
        exposure.memory.detach(memory);
    }

    private void checkDynamic() {
        if (!isDynamic()) {
            throw new MpiFailure(ErrorClass.WIN, "the window is not dynamic")
                    .with("flavor", spec.flavor())
                    .advice("create it with new Win(info, comm)");
        }
    }

    /** Whether it belongs to a rank with these services, not to one before a Finalize. */
    public boolean isOf(RankServices services) {
        return comm.services() == services;
    }

    /** Whether the memory of all ranks has the same size. */
    public boolean hasSameSizes() {
        return areSame(layout::bytes);
    }

    /** Whether all ranks have the same displacement unit. */
    public boolean hasSameUnits() {
        return areSame(layout::unit);
    }

    private boolean areSame(IntToLongFunction ofRank) {
        return IntStream.range(0, comm.size())
                .allMatch(rank -> ofRank.applyAsLong(rank) == ofRank.applyAsLong(0));
    }

    /** Whether it may be used. */
    public boolean isUsable() {
        return !freed;
    }

    /** Frees it; collective. Memory that it has allocated must not be used any more. */
    public void free() {
        epochs.end();
        freed = true;
        service.withdraw(comm, mine);
        comm.free();
    }
}
