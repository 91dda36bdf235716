package musubi.tcp;

import java.util.ArrayList;
import java.util.List;

/**
 * Holds the memory that the kernel may use for the buffers of this rank's connections to a budget.
 * As long as those in use fit in, the kernel tunes them itself. When they do not, each gets in each
 * direction twice its bandwidth x delay, as the kernel has measured them, but no more than an equal
 * share of the budget and no less than {@value SocketBuffers#LEAST_BYTES}; one that becomes idle
 * gives back its share, and when half of them are left the kernel tunes again.
 *
 * <p>Thread rule: the thread that is in the turnstile.
 */
final class BufferBudget {
    private static final long INTERVAL_NS = 250_000_000;
    private static final int DIRECTIONS = 2;

    /** The kernel takes so many times what is asked for, for its own use too: socket(7). */
    private static final int KERNELS_FACTOR = 2;

    private final long bytes;
    private final KernelLimits limits;
    private final List<SocketBuffers> active = new ArrayList<>();

    /** So many connections were in use when they did not fit in last; 0 when they do. */
    private int strainedBy;

    private long reviewedNs = System.nanoTime();

    /**
     * A budget of which nothing is used.
     *
     * @param bytes in all; 0 leaves everything to the kernel
     */
    BufferBudget(long bytes, KernelLimits limits) {
        this.bytes = bytes;
        this.limits = limits;
    }

    /** Something moves on this connection. */
    void use(SocketBuffers buffers) {
        if (bytes > 0 && !buffers.active) {
            buffers.active = true;
            active.add(buffers);
        }
    }

    /** The connection has ended. */
    void leave(SocketBuffers buffers) {
        if (buffers.active) {
            buffers.active = false;
            active.remove(buffers);
        }
    }

    /** Measures and shares anew, if that was not done lately. */
    void review(long now) {
        if (!active.isEmpty() && now - reviewedNs > INTERVAL_NS) {
            reviewedNs = now;
            share();
        }
    }

    /** As {@link #review}, now. */
    void share() {
        active.removeIf(this::isIdle);
        long held = 0;
        for (SocketBuffers buffers : active) {
            held += buffers.heldBytes();
        }
        if (held > bytes) {
            strainedBy = active.size();
        } else if (active.size() <= strainedBy / 2) {
            strainedBy = 0;
            active.forEach(SocketBuffers::release);
        }
        if (strainedBy > 0) {
            active.forEach(buffers -> buffers.fit(share(active.size()), limits));
        }
    }

    private boolean isIdle(SocketBuffers buffers) {
        buffers.active = buffers.look();
        if (!buffers.active && strainedBy > 0) {
            buffers.giveBack();
        }
        return !buffers.active;
    }

    /** What each direction of so many connections gets at most. */
    private long share(int connections) {
        return bytes / (DIRECTIONS * KERNELS_FACTOR) / connections;
    }
}
