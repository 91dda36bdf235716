package musubi.nicam;

import musubi.active.ActiveMessage;
import musubi.active.ActivePeer;
import musubi.region.Region;
import musubi.rma.rdma.RdmaListener;
import musubi.rma.rdma.RdmaQueue;

import java.lang.foreign.MemorySegment;

/**
 * The way from this node to another one: copies by RDMA where an adapter reaches its memory, and
 * messages, which do not overtake the copies before them. Thread rule: the thread that holds the
 * rank.
 */
final class NodePath {
    private final ActivePeer peer;

    /** Null without RDMA. */
    private final RdmaQueue adapter;

    private final RdmaListener listener;

    /**
     * A way.
     *
     * @param adapter null without RDMA
     * @param listener gets failures of RDMA
     */
    NodePath(ActivePeer peer, RdmaQueue adapter, RdmaListener listener) {
        this.peer = peer;
        this.adapter = adapter;
        this.listener = listener;
    }

    /** Whether an adapter reaches a region of the node. */
    boolean reaches(long rdmaKey) {
        return adapter != null && rdmaKey >= 0;
    }

    /** Copies to a region that the adapter reaches; complete before messages that follow. */
    void write(MemorySegment from, long fromOffset, long rdmaKey, long offset, long bytes) {
        Region source = new Region().wrap(from, fromOffset, bytes);
        adapter.write(new RdmaQueue.Remote(rdmaKey, offset), source, 0, bytes, listener);
    }

    /** Copies from a region that the adapter reaches, and then runs an action. */
    void read(
            long rdmaKey,
            long offset,
            MemorySegment into,
            long intoOffset,
            long bytes,
            Runnable end) {
        Region target = new Region().wrap(into, intoOffset, bytes);
        adapter.read(new RdmaQueue.Remote(rdmaKey, offset), target, 0, bytes, listener);
        adapter.after(end, listener);
    }

    /** Sends a message after all copies so far. */
    void send(ActiveMessage message) {
        if (adapter == null || adapter.isIdle()) {
            peer.send(message);
        } else {
            adapter.after(() -> peer.post(message), listener);
        }
    }

    /** Sends a message that need not wait for copies; for handlers. */
    void post(ActiveMessage message) {
        peer.post(message);
    }
}
