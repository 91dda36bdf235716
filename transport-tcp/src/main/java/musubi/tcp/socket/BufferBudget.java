package musubi.tcp.socket;

import java.util.ArrayList;
import java.util.List;

/**
 * Holds the memory that the kernel may use for the buffers of this rank's connections to a budget.
 * As long as those in use fit in, the kernel tunes them itself. When they do not, each gets in each
 * direction twice its bandwidth x delay, as the kernel has measured them, but no more than an equal
 * share of the budget and no less than {@value SocketBuffers#MIN_BYTES}; one that becomes idle
 * gives back its share, and when half of them are left the kernel tunes again.
 *
 * <p>Thread rule: the thread that is in the turnstile.
 */
public final class BufferBudget {
    private static final long INTERVAL_NS = 250_000_000;
    private static final int DIRECTIONS = 2;

    /** The kernel takes so many times what is asked for, for its own use too: socket(7). */
    private static final int KERNEL_FACTOR = 2;

    private final long bytes;
    private final KernelLimits limits;
    private final List<SocketBuffers> active = new ArrayList<>();

    /** So many connections were in use when they did not fit in last; 0 when they do. */
    private int constrainedConnections;

    private long rebalancedNs = System.nanoTime();

    /**
     * A budget of which nothing is used.
     *
     * @param bytes in all; 0 leaves everything to the kernel
     */
    public BufferBudget(long bytes, KernelLimits limits) {
        this.bytes = bytes;
        this.limits = limits;
    }

    /** Something moves on this connection. */
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

    /** Measures and shares anew, if that was not done lately. */
    public void rebalanceIfDue(long now) {
        if (!active.isEmpty() && now - rebalancedNs > INTERVAL_NS) {
            rebalancedNs = now;
            share();
        }
    }

    /** As {@link #rebalanceIfDue}, now. */
    void share() {
        active.removeIf(this::shrinkIfIdle);
        long held = 0;
        for (SocketBuffers buffers : active) {
            held += buffers.capacityBytes();
        }
        if (held > bytes) {
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

    /** What each direction of so many connections gets at most. */
    private long share(int connections) {
        return bytes / (DIRECTIONS * KERNEL_FACTOR) / connections;
    }
}
