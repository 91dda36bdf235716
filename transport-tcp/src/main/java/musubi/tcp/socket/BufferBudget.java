package musubi.tcp.socket;

import java.util.ArrayList;
import java.util.List;

/**
 * Limits the memory of the kernel's buffers of this rank's connections. While the buffers in use
 * fit into the budget the kernel tunes them. Otherwise each direction of a connection gets twice
 * its bandwidth x delay as measured by the kernel, at most an equal share of the budget and at
 * least {@value SocketBuffers#MIN_BYTES} bytes. Idle connections lose their share. Autotuning
 * resumes when the number of connections in use has halved.
 *
 * <p>Thread rule: the thread with exclusive access.
 */
public final class BufferBudget {
    private static final long INTERVAL_NS = 250_000_000;
    private static final int DIRECTIONS = 2;

    /** The kernel doubles a requested size for its own bookkeeping; see socket(7). */
    private static final int KERNEL_FACTOR = 2;

    private final long bytes;
    private final KernelLimits limits;
    private final List<SocketBuffers> active = new ArrayList<>();

    /** Connections in use when they last exceeded the budget; 0 while they fit. */
    private int constrainedConnections;

    private long rebalancedNs = System.nanoTime();

    /**
     * An unused budget.
     *
     * @param bytes for all connections; 0 for no limit
     */
    public BufferBudget(long bytes, KernelLimits limits) {
        this.bytes = bytes;
        this.limits = limits;
    }

    /** The connection is in use. */
    public void activate(SocketBuffers buffers) {
        if (bytes > 0 && !buffers.active) {
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
        active.removeIf(this::shrinkIfIdle);
        long capacity = 0;
        for (SocketBuffers buffers : active) {
            capacity += buffers.capacityBytes();
        }
        if (capacity > bytes) {
            constrainedConnections = active.size();
        } else if (active.size() <= constrainedConnections / 2) {
            constrainedConnections = 0;
            active.forEach(SocketBuffers::autotune);
        }
        if (constrainedConnections > 0) {
            active.forEach(buffers -> buffers.resizeToPath(share(active.size()), limits));
        }
    }

    private boolean shrinkIfIdle(SocketBuffers buffers) {
        buffers.active = buffers.measure();
        if (!buffers.active && constrainedConnections > 0) {
            buffers.shrink();
        }
        return !buffers.active;
    }

    /** Largest size of each direction for a number of connections. */
    private long share(int connections) {
        return bytes / (DIRECTIONS * KERNEL_FACTOR) / connections;
    }
}
