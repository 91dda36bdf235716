package musubi.tcp.session;

import java.util.ArrayList;
import java.util.List;

/**
 * The connections in use whose paths are long. They are measured 20 times a second; others cost
 * nothing.
 *
 * <p>Thread rule: the thread with exclusive access.
 */
final class LongPaths {
    private static final long INTERVAL_NS = 50_000_000;

    private final List<LongPath> active = new ArrayList<>();
    private long measuredNs = System.nanoTime();

    /** The connection is in use. */
    void activate(LongPath path) {
        if (!path.active) {
            path.active = true;
            active.add(path);
        }
    }

    /** Measures all connections in use, at most every 50 ms. */
    void measureIfDue(long now) {
        if (!active.isEmpty() && now - measuredNs > INTERVAL_NS) {
            measuredNs = now;
            active.removeIf(LongPaths::isIdle);
        }
    }

    private static boolean isIdle(LongPath path) {
        path.active = path.measure();
        return !path.active;
    }
}
