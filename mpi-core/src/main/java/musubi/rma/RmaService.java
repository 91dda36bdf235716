package musubi.rma;

import musubi.active.ActiveMessages;
import musubi.adi.RdmaMemory;
import musubi.adi.RemoteMemory;
import musubi.comm.Communicator;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.progress.ProgressEngine;
import musubi.pt2pt.PointToPoint;
import musubi.region.Lifetime;
import musubi.rma.memory.Accumulator;
import musubi.rma.memory.ControlBlock;
import musubi.rma.rdma.RdmaQueue;
import musubi.type.buffer.BufferBinder;
import musubi.type.buffer.Packer;

import java.lang.foreign.MemorySegment;
import java.util.function.LongFunction;

/**
 * What the windows of a rank have in common, and their creation. MPI-4.1 chapter 12.
 *
 * <p>Thread rule: the thread that holds the rank.
 */
public final class RmaService {
    private final PointToPoint pt2pt;
    private final ActiveMessages active;
    private final LongFunction<Lifetime.Lent> lend;
    private final PendingReplies replies = new PendingReplies();
    private final Accumulator.Scratch scratch = new Accumulator.Scratch();
    private final BufferBinder binder = new BufferBinder();
    private final Packer packer = new Packer(binder);
    private final RmaProtocol protocol;
    private final boolean checks;

    /**
     * The windows of a rank, none yet.
     *
     * @param active its active messages; the windows register theirs
     * @param lend as {@link musubi.connect.Transports#lend}
     * @param checks whether conflicts of accesses are looked for
     */
    public RmaService(
            PointToPoint pt2pt,
            ActiveMessages active,
            LongFunction<Lifetime.Lent> lend,
            boolean checks) {
        this.pt2pt = pt2pt;
        this.active = active;
        this.lend = lend;
        this.checks = checks;
        protocol = new RmaProtocol(active, progress().work(), replies, scratch);
        active.onLoss(replies::lose);
    }

    /**
     * A window over the ranks of a communicator, which may be freed before it; collective.
     *
     * @throws MpiFailure of class COMM for an intercommunicator, NO_MEM without memory that all
     *     ranks of a shared window reach, WIN when another rank has failed
     */
    public Window open(Communicator parent, WindowSpec spec) {
        if (parent.isInter()) {
            throw new MpiFailure(ErrorClass.COMM, "a window needs an intracommunicator")
                    .advice("merge the groups first");
        }
        Communicator comm = parent.dup();
        try {
            return spec.flavor() == WindowSpec.Flavor.SHARED
                    ? openShared(comm, spec)
                    : openSeparate(comm, spec);
        } catch (RuntimeException | Error e) {
            comm.free();
            throw e;
        }
    }

    private Window openSeparate(Communicator comm, WindowSpec spec) {
        WindowMemory mine = new WindowMemory(lend);
        boolean isDynamic = spec.flavor() == WindowSpec.Flavor.DYNAMIC;
        if (spec.flavor() == WindowSpec.Flavor.ALLOCATE) {
            mine.allocate(spec.bytes());
        } else {
            mine.use(spec.memory());
        }
        allocateControl(mine, spec);
        mine.expose(comm, active);
        if (spec.granularity() == 0) {
            // Adapters know nothing of the lock of updates.
            mine.exposeToAdapters(comm, active);
        }
        ExposedMemory memory = isDynamic ? new ExposedMemory() : new ExposedMemory(mine.memory());
        Exposure exposure = newExposure(memory, mine, comm);
        protocol.expose(comm.contextId(), exposure);
        try {
            long bytes = isDynamic ? 0 : mine.memory().byteSize();
            WindowLayout layout = exchange(comm, mine, bytes, spec.unit(), null);
            return new Window(this, comm, spec, layout, mine, exposure);
        } catch (RuntimeException | Error e) {
            withdraw(comm, mine);
            throw e;
        }
    }

    private Window openShared(Communicator comm, WindowSpec spec) {
        checkNode(comm);
        long total = 0;
        for (long bytes : comm.allGather(new long[] {spec.bytes()})) {
            total = Math.addExact(total, bytes);
        }
        WindowMemory mine = new WindowMemory(lend);
        if (comm.rank() == 0) {
            mine.allocate(total);
        }
        allocateControl(mine, spec);
        mine.expose(comm, active);
        Exposure exposure = newExposure(new ExposedMemory(MemorySegment.NULL), mine, comm);
        protocol.expose(comm.contextId(), exposure);
        try {
            boolean isMissing =
                    comm.rank() == 0 && comm.size() > 1 && total > 0 && mine.keys().memory() < 0;
            MpiFailure failure = isMissing ? noSharedMemory(total) : null;
            WindowLayout layout = exchange(comm, mine, spec.bytes(), spec.unit(), failure);
            mine.share(comm.rank() == 0 ? mine.memory() : view(comm, layout, total));
            return new Window(this, comm, spec, layout, mine, exposure);
        } catch (RuntimeException | Error e) {
            withdraw(comm, mine);
            throw e;
        }
    }

    private void allocateControl(WindowMemory mine, WindowSpec spec) {
        mine.allocateControl(ControlBlock.bytes(checks));
        if (spec.granularity() > 0) {
            ControlBlock.lockUpdates(mine.control());
        }
    }

    private Exposure newExposure(ExposedMemory memory, WindowMemory mine, Communicator comm) {
        return new Exposure(memory, mine.control(), checks, comm.group());
    }

    private MemorySegment view(Communicator comm, WindowLayout layout, long bytes) {
        if (bytes == 0) {
            return MemorySegment.NULL;
        }
        RemoteMemory root = active.memory(comm.worldRank(0));
        MemorySegment view = root == null ? null : root.view(layout.keys(0).memory(), bytes);
        if (view == null) {
            throw noSharedMemory(bytes);
        }
        return view;
    }

    private static void checkNode(Communicator comm) {
        for (int rank = 0; rank < comm.size(); rank++) {
            if (!WindowMemory.isOnNode(comm, rank)) {
                throw new MpiFailure(
                                ErrorClass.COMM, "the ranks of a shared window are on one node")
                        .with("rank", comm.rank(), "other", rank)
                        .advice("use a communicator of splitType with Comm.TYPE_SHARED");
            }
        }
    }

    private static MpiFailure noSharedMemory(long bytes) {
        return new MpiFailure(ErrorClass.NO_MEM, "no memory that all ranks of the node reach")
                .with("bytes", bytes)
                .advice("allow the transport shm, and give it more memory (docs/shm.md)");
    }

    private WindowLayout exchange(
            Communicator comm, WindowMemory mine, long bytes, long unit, MpiFailure failure) {
        WindowLayout.Row row = new WindowLayout.Row(active.fingerprint(), bytes, unit, mine.keys());
        return WindowLayout.exchange(comm, row, failure);
    }

    /** The window ends: it takes no messages any more, and gives its memory back. */
    void withdraw(Communicator comm, WindowMemory mine) {
        protocol.withdraw(comm.contextId());
        mine.free();
    }

    /** Access to memory that this rank does not load and store. */
    Access remote(Communicator comm, int rank, WindowLayout layout) {
        WindowLayout.Keys keys = layout.keys(rank);
        boolean bounded = layout.bytes(rank) > 0;
        int worldRank = comm.worldRank(rank);
        MessageAccess messages =
                new MessageAccess(
                        protocol,
                        replies,
                        active.to(worldRank),
                        comm.contextId(),
                        bounded,
                        active.longestPiece(worldRank));
        if (keys.rdma() >= 0 && active.memory(worldRank) instanceof RdmaMemory memory) {
            return new RdmaAccess(
                    messages, memory, keys, progress().work(), () -> active.lossReason(worldRank));
        }
        return messages;
    }

    /** Accesses by RDMA to the memory of a rank, by keys of windows; null without an adapter. */
    public RdmaQueue rdmaQueue(int worldRank) {
        if (active.memory(worldRank) instanceof RdmaMemory memory) {
            return new RdmaQueue(
                    memory, progress().work(), worldRank, () -> active.lossReason(worldRank));
        }
        return null;
    }

    /** Access to memory that this rank reaches. */
    DirectAccess direct(MemorySegment memory, MemorySegment control) {
        return new DirectAccess(memory, control, scratch, progress().work());
    }

    /** The control block of a peer, as {@link #view}. */
    MemorySegment control(int worldRank, long key) {
        return view(worldRank, key, ControlBlock.bytes(checks));
    }

    /** The memory of a peer of this node behind a key; null when it is not reached. */
    MemorySegment view(int worldRank, long key, long bytes) {
        RemoteMemory peer = key < 0 ? null : active.memory(worldRank);
        return peer == null ? null : peer.view(key, bytes);
    }

    /** The checks of a window's accesses; null without checks. */
    ConflictChecks newChecks(Communicator comm, Exposure exposure) {
        return checks ? new ConflictChecks(this, comm, exposure.table) : null;
    }

    ActiveMessages active() {
        return active;
    }

    PendingReplies replies() {
        return replies;
    }

    RmaProtocol protocol() {
        return protocol;
    }

    PointToPoint pt2pt() {
        return pt2pt;
    }

    ProgressEngine progress() {
        return pt2pt.progress();
    }

    /** Items of an origin. */
    OriginItems newItems() {
        return new OriginItems(binder, packer);
    }
}
