package musubi.check;

import musubi.coll.CollectiveBuffer;
import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveKind;
import musubi.comm.Communicator;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.MessageAddress;
import musubi.type.MpiType;
import musubi.type.buffer.BufferBinder;

import java.util.ArrayList;
import java.util.List;

/** The buffers of a collective call, in use by it. */
final class CollectiveBufferUse implements BufferUse {
    private final List<BufferTracker.TrackedUse> uses = new ArrayList<>(2);
    private final boolean blocking;
    private BufferTracker.TrackedUse received;

    private CollectiveBufferUse(boolean blocking) {
        this.blocking = blocking;
    }

    /**
     * Lends them.
     *
     * @param blocking whether the call returns only when the operation is complete
     * @throws MpiFailure of class BUFFER when an operation under way has one, or the two overlap
     */
    static CollectiveBufferUse begin(
            BufferTracker buffers, CollectiveCall call, Communicator comm, boolean blocking) {
        CollectiveBufferUse use = new CollectiveBufferUse(blocking);
        try {
            boolean root = isRoot(call, comm);
            int received = blocksReceived(call, root, comm);
            use.add(buffers, call.receive, received, writes(call, root));
            use.received = use.uses.isEmpty() ? null : use.uses.getFirst();
            use.add(buffers, call.send, blocksSent(call, comm), false);
            if (call.receive.displacements != null) {
                use.received = use.addBlocks(buffers, call.receive, blocks(call, comm, true), true);
            }
            if (call.send.displacements != null) {
                use.addBlocks(buffers, call.send, blocks(call, comm, false), false);
            }
            return use;
        } catch (MpiFailure e) {
            use.endUse();
            boolean ownBuffers = e.errorClass() == ErrorClass.BUFFER && overlaps(call, comm);
            throw ownBuffers ? BufferTracker.overlap(sent(call, comm), received(call, comm)) : e;
        }
    }

    /**
     * Gives the operation a copy of the receive buffer. Not where a part of it may remain the
     * program's: of neighbours that do not exist, and of rank 0 of an exclusive scan.
     */
    void shadowReceive(CollectiveCall call) {
        boolean whole = !call.kind.isAmongNeighbours() && call.kind != CollectiveKind.EXSCAN;
        if (whole && received != null) {
            received.shadow(call.receive);
        }
    }

    /** The operation has succeeded. */
    void deliver() {
        uses.forEach(BufferTracker.TrackedUse::deliver);
    }

    /** Whether the send buffer of a valid call has bytes in common with the receive buffer. */
    static boolean overlaps(CollectiveCall call, Communicator comm) {
        return sent(call, comm).overlaps(received(call, comm));
    }

    private static MemorySpan sent(CollectiveCall call, Communicator comm) {
        return span(call.send, blocksSent(call, comm), call, comm, false);
    }

    private static MemorySpan received(CollectiveCall call, Communicator comm) {
        int blocks = blocksReceived(call, isRoot(call, comm), comm);
        return span(call.receive, blocks, call, comm, true);
    }

    private static MemorySpan span(
            CollectiveBuffer side,
            int count,
            CollectiveCall call,
            Communicator comm,
            boolean received) {
        if (side.displacements != null) {
            return MemorySpan.ofBlocks(side, blocks(call, comm, received), false);
        }
        long items = side.counts == null ? side.count * count : 0;
        return MemorySpan.of(side.buffer, side.offset, items, side.type);
    }

    static boolean isRoot(CollectiveCall call, Communicator comm) {
        return call.root == (comm.isInter() ? CollectiveCall.ROOT : comm.rank());
    }

    static boolean writes(CollectiveCall call, boolean root) {
        return call.kind != CollectiveKind.BCAST || !root;
    }

    static int blocksReceived(CollectiveCall call, boolean root, Communicator comm) {
        return switch (call.kind) {
            case GATHER -> root ? comm.peers().size() : 1;
            case ALLGATHER, ALLTOALL -> comm.peers().size();
            case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALL -> comm.neighbours().inDegree();
            default -> 1;
        };
    }

    static int blocksSent(CollectiveCall call, Communicator comm) {
        return switch (call.kind) {
            case SCATTER, ALLTOALL -> comm.peers().size();
            case REDUCE_SCATTER_BLOCK -> comm.size();
            case NEIGHBOR_ALLTOALL -> comm.neighbours().outDegree();
            default -> 1;
        };
    }

    /** The peer of each block. */
    private static int[] blocks(CollectiveCall call, Communicator comm, boolean received) {
        if (!call.kind.isAmongNeighbours()) {
            return new int[comm.peers().size()];
        }
        return received ? comm.neighbours().sources() : comm.neighbours().destinations();
    }

    /** Returns null when the rank passes no buffer. */
    private BufferTracker.TrackedUse addBlocks(
            BufferTracker buffers, CollectiveBuffer side, int[] peers, boolean writes) {
        if (side.buffer == null || side.counts == null) {
            return null;
        }
        MemorySpan span = MemorySpan.ofBlocks(side, peers, writes);
        List<BufferTracker.Items> read = writes ? List.of() : blocksOf(side, peers);
        uses.add(buffers.beginUse(span, read, writes, blocking));
        return uses.getLast();
    }

    /** The blocks that start at an element of the buffer. */
    private static List<BufferTracker.Items> blocksOf(CollectiveBuffer side, int[] peers) {
        List<BufferTracker.Items> blocks = new ArrayList<>();
        long element = BufferBinder.elementBytes(side.buffer);
        for (int i = 0; i < peers.length; i++) {
            MpiType type = side.types == null ? side.type : side.types[i];
            long at = side.displacements.at(i) * (side.types == null ? type.extentBytes() : 1);
            long count = side.counts.at(i);
            if (peers[i] != MessageAddress.PROC_NULL && count > 0 && at % element == 0) {
                blocks.add(
                        new BufferTracker.Items(
                                side.buffer, side.offset + at / element, count, type));
            }
        }
        return blocks;
    }

    private void add(BufferTracker buffers, CollectiveBuffer side, int blocks, boolean writes) {
        if (side.buffer != null && side.counts == null && side.type != null) {
            long items = side.count * blocks;
            uses.add(
                    blocking
                            ? buffers.beginBlockingUse(
                                    side.buffer, side.offset, items, side.type, writes)
                            : buffers.beginUse(side.buffer, side.offset, items, side.type, writes));
        }
    }

    @Override
    public MpiFailure endUse() {
        MpiFailure changed = null;
        for (BufferTracker.TrackedUse loan : uses) {
            MpiFailure one = loan.endUse();
            changed = changed == null ? one : changed;
        }
        uses.clear();
        return changed;
    }
}
