package musubi.rma;

import musubi.comm.Communicator;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.progress.Backlog;
import musubi.pt2pt.PointToPoint;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The ways from this rank to the targets of a window, opened when they are first used, and the
 * locks of lockAll, which are taken at the same time. Thread rule: the thread that holds the rank.
 */
final class Accesses {
    private final RmaService service;
    private final Communicator comm;
    private final WindowLayout layout;
    private final PointToPoint pt2pt;
    private final Access[] byRank;

    /** Those that this rank does not load and store. */
    private final List<Integer> remote = new ArrayList<>();

    /** The targets whose locks are held because of lockAll. */
    private final BitSet held = new BitSet();

    Accesses(RmaService service, Communicator comm, WindowLayout layout) {
        this.service = service;
        this.comm = comm;
        this.layout = layout;
        pt2pt = service.pt2pt();
        byRank = new Access[comm.size()];
    }

    /** Sets the way to memory that is known from the start. */
    void set(int rank, Access access) {
        byRank[rank] = access;
    }

    /**
     * The way to a target.
     *
     * @throws MpiFailure of class RANK when there is no such target, PROC_ABORTED when it is gone
     */
    Access get(int rank) {
        if (rank < 0 || rank >= byRank.length) {
            comm.worldRank(rank);
        }
        Access access = byRank[rank];
        if (access == null) {
            access = open(rank);
            byRank[rank] = access;
        }
        if (!access.isDirect()) {
            checkAlive(rank);
            Backlog backlog = access.backlog();
            if (backlog.isFull()) {
                service.progress().await(backlog);
            }
        }
        return access;
    }

    private Access open(int rank) {
        WindowLayout.Keys keys = layout.keys(rank);
        if (WindowMemory.isOnNode(comm, rank)) {
            int worldRank = comm.worldRank(rank);
            long bytes = layout.bytes(rank);
            MemorySegment memory =
                    bytes == 0 && keys.memory() < 0
                            ? null
                            : service.view(worldRank, keys.memory(), bytes);
            MemorySegment control = service.control(worldRank, keys.control());
            if (memory != null && control != null) {
                return service.direct(memory, control);
            }
        }
        remote.add(rank);
        return service.remote(comm, rank, layout);
    }

    private void checkAlive(int rank) {
        String reason = service.active().lossReason(comm.worldRank(rank));
        if (reason != null) {
            throw new MpiFailure(ErrorClass.ofLoss(reason), reason);
        }
    }

    /** The way to a target under lockAll, whose lock is taken by the first access. */
    Access underLockAll(int rank) {
        Access access = get(rank);
        if (!held.get(rank)) {
            lock(rank, false);
            if (held.get(rank)) {
                unlock(rank, false); // Another thread has taken it meanwhile.
            }
            held.set(rank);
        }
        return access;
    }

    /** Waits for the lock of a target. */
    void lock(int rank, boolean exclusive) {
        Access access = get(rank);
        if (!access.tryLock(exclusive)) {
            RmaRequest request = request("Win.lock", rank).isReleasedBy(comm.group());
            access.lock(exclusive, request);
            pt2pt.await(request);
        }
    }

    /** Completes all accesses to a target, and gives its lock up. */
    void unlock(int rank, boolean exclusive) {
        Access access = get(rank);
        if (access.isDirect()) {
            access.unlock(exclusive, null);
        } else {
            RmaRequest request = request("Win.unlock", rank);
            access.unlock(exclusive, request);
            pt2pt.await(request);
        }
    }

    /** As {@link #unlock} of all locks that lockAll holds. */
    void unlockAll() {
        List<RmaRequest> requests = new ArrayList<>();
        for (int rank = held.nextSetBit(0); rank >= 0; rank = held.nextSetBit(rank + 1)) {
            RmaRequest request = request("Win.unlockAll", rank);
            get(rank).unlock(false, request);
            requests.add(request);
        }
        held.clear();
        requests.forEach(pt2pt::await);
    }

    /** Waits until all accesses to a target are complete there. */
    void flush(String call, int rank) {
        Access access = get(rank);
        if (access.isDirect()) {
            access.flush(null);
        } else if (access.isDirty()) {
            RmaRequest request = request(call, rank);
            access.flush(request);
            pt2pt.await(request);
        }
    }

    /** As {@link #flush} of all targets. */
    void flushAll(String call) {
        List<RmaRequest> requests = new ArrayList<>();
        for (int rank : remote) {
            if (get(rank).isDirty()) {
                RmaRequest request = request(call, rank);
                byRank[rank].flush(request);
                requests.add(request);
            }
        }
        requests.forEach(pt2pt::await);
    }

    RmaRequest request(String call, int rank) {
        return new RmaRequest(call, comm.worldRank(rank));
    }
}
