package musubi.tcp.socket;

import java.util.ArrayList;
import java.util.List;

/**
 * Limits the memory of the kernel's buffers of this rank's connections. While these are few and the
 * buffers in use fit into the budget, the kernel tunes them. Otherwise each direction of a
 * connection in use gets twice its bandwidth x delay as measured by the kernel; where that exceeds
 * the budget, an equal share of it and of what the others do not need. Connections that are not in
 * use have an equal share of few, or small buffers. Autotuning resumes when the number of
 * connections in use has halved.
 *
 * <p>Shares are those of the next power of two of connections, and change when it does, so that
 * buffers of new connections fit into the budget before the others have been measured again.
 *
 * <p>Thread rule: the thread with exclusive access.
 */
public final class BufferBudget {
    private static final long INTERVAL_NS = 250_000_000;
    private static final int DIRECTIONS = 2;

    /** The kernel doubles a requested size for its own bookkeeping; see socket(7). */
    private static final int KERNEL_FACTOR = 2;

    /** Most connections whose buffers the kernel tunes: they grow between two measurements. */
    public static final int FEW = 16;

    /** Most bytes beyond the sizes of both buffers: the kernel exceeds each by a packet. */
    static final long EXCESS_BYTES = 24 << 10;

    private final long memoryBytes;
    private final KernelLimits limits;
    private final List<SocketBuffers> all = new ArrayList<>();
    private final List<SocketBuffers> active = new ArrayList<>();

    /** Connections in use when they last exceeded the budget; 0 while they fit. */
    private int constrainedConnections;

    /** Connections for which there are shares; at least their number. */
    private int places = FEW;

    private long rebalancedNs = System.nanoTime();

    /**
     * An unused budget.
     *
     * @param memoryBytes for all connections, of which half is the kernel's; 0 for no limit
     */
    public BufferBudget(long memoryBytes, KernelLimits limits) {
        this.memoryBytes = memoryBytes;
        this.limits = limits;
    }

    /** Most bytes of all buffers at their sizes. */
    private long bytes() {
        return Math.max(memoryBytes / 4, memoryBytes / 2 - places * EXCESS_BYTES);
    }

    /** A connection was established. */
    public void add(SocketBuffers buffers) {
        buffers.index = all.size();
        all.add(buffers);
        if (memoryBytes > 0 && all.size() > FEW) {
            buffers.reset(leastBytes());
            if (all.size() > places) {
                places = 2 * places;
                rebalance();
            }
        }
    }

    /** The connection is in use. */
    public void activate(SocketBuffers buffers) {
        if (memoryBytes > 0 && !buffers.active) {
            buffers.active = true;
            active.add(buffers);
        }
    }

    /** The connection has ended. */
    public void remove(SocketBuffers buffers) {
        if (buffers.active) {
            buffers.active = false;
            active.remove(buffers);
        }
        if (buffers.index >= 0) {
            SocketBuffers last = all.removeLast();
            if (last != buffers) {
                last.index = buffers.index;
                all.set(buffers.index, last);
            }
            buffers.index = SocketBuffers.NOT_LISTED;
        }
    }

    /** Bytes in the kernel's buffers of all connections now. */
    public long usedBytes() {
        return all.stream().mapToLong(SocketBuffers::usedBytes).sum();
    }

    /** Measures all connections in use and resizes their buffers, at most every 250 ms. */
    public void rebalanceIfDue(long now) {
        if (!active.isEmpty() && now - rebalancedNs > INTERVAL_NS) {
            rebalancedNs = now;
            rebalance();
        }
    }

    /** As {@link #rebalanceIfDue}, immediately. */
    void rebalance() {
        while (places > FEW && all.size() <= places / 4) {
            places /= 2;
        }
        active.removeIf(this::shrinkIfIdle);
        long capacity = 0;
        for (SocketBuffers buffers : active) {
            capacity += buffers.capacityBytes();
        }
        boolean areFew = all.size() <= FEW;
        if (capacity > bytes() || !areFew) {
            constrainedConnections = active.size();
        } else if (active.size() <= constrainedConnections / 2) {
            constrainedConnections = 0;
            active.forEach(SocketBuffers::autotune);
        }
        if (constrainedConnections > 0) {
            long share = largestSize();
            active.forEach(buffers -> buffers.resizeToPath(leastBytes(), share, limits, areFew));
        }
    }

    private boolean shrinkIfIdle(SocketBuffers buffers) {
        buffers.active = buffers.measure();
        if (!buffers.active && all.size() > FEW) {
            buffers.reset(leastBytes());
        } else if (!buffers.active && constrainedConnections > 0) {
            buffers.reset((int) Math.min(Integer.MAX_VALUE, share(Math.max(1, all.size()))));
        }
        return !buffers.active;
    }

    /** Smallest size of each direction: half the budget suffices for all connections. */
    private int leastBytes() {
        long half = bytes() / 2 / (DIRECTIONS * KERNEL_FACTOR) / places;
        return Math.clamp(half, SocketBuffers.MIN_BYTES, SocketBuffers.IDLE_BYTES);
    }

    /** An equal share of each direction for a number of connections in use. */
    private long share(int connections) {
        long all = bytes() / (DIRECTIONS * KERNEL_FACTOR);
        return places == FEW
                ? all / connections
                : (all - (long) (places - connections) * leastBytes()) / connections;
    }

    /** Largest size: what directions with less demand leave of their shares is for the others. */
    private long largestSize() {
        long share = share(active.size());
        long all = DIRECTIONS * share * active.size();
        for (long before = 0; share > before; ) {
            before = share;
            long rest = all;
            int larger = 0;
            for (SocketBuffers buffers : active) {
                long send = Math.max(leastBytes(), buffers.sendNeed());
                long receive = Math.max(leastBytes(), buffers.receiveNeed());
                rest -= (send <= share ? send : 0) + (receive <= share ? receive : 0);
                larger += (send <= share ? 0 : 1) + (receive <= share ? 0 : 1);
            }
            share = larger == 0 ? share : Math.max(share, rest / larger);
        }
        return share;
    }
}
