package musubi.pt2pt;

import java.util.ArrayDeque;

/**
 * Standard sends that have returned although their messages still wait to be received: their data
 * was copied. MPI leaves it open whether a standard send waits; programs for MPJ Express rely on it
 * that up to its protocol switch limit none does, for example when two ranks send to each other
 * before they receive. MPI-4.1 section 3.5.
 *
 * <p>One per rank; the thread that holds the rank calls it.
 */
public final class BufferedStandardSends {
    /** What may lie here in all, in bytes; beyond, sends wait. */
    private static final long LIMIT_BYTES = 64 << 20;

    private final PointToPoint pt2pt;
    private final ArrayDeque<SendRequest> waiting = new ArrayDeque<>();
    private long bytes;

    /** Those of a rank. */
    public BufferedStandardSends(PointToPoint pt2pt) {
        this.pt2pt = pt2pt;
    }

    /** Takes a started send that {@linkplain SendRequest#isBuffered is ahead}. */
    public void take(SendRequest request) {
        waiting.addLast(request);
        bytes += request.length();
        releaseComplete();
        while (bytes > LIMIT_BYTES) {
            pt2pt.progress().await(waiting.peekFirst());
            releaseComplete();
        }
    }

    /** Waits until all have left. */
    public void drain() {
        while (!waiting.isEmpty()) {
            pt2pt.progress().await(waiting.peekFirst());
            releaseComplete();
        }
    }

    private void releaseComplete() {
        waiting.removeIf(this::releaseIfComplete);
    }

    private boolean releaseIfComplete(SendRequest request) {
        if (!request.isComplete()) {
            return false;
        }
        bytes -= request.length();
        pt2pt.release(request);
        return true;
    }
}
