package musubi.tcp.close;

import musubi.tcp.socket.SocketLoop;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The shutdown of a rank that has said goodbye to its peers: it waits, for a bounded time, until
 * they have acknowledged all messages. Meanwhile broken connections are replaced and incoming
 * handshakes answered, so that accepted messages are not lost with a connection. Arrivals are
 * discarded.
 *
 * <p>A peer that has said goodbye itself needs only this rank's goodbye.
 */
public final class GracefulShutdown {
    private static final long WAIT_NS = 1_000_000;

    private GracefulShutdown() {}

    /**
     * Waits until each connection was complete once, or the time is over.
     *
     * @param progress performs the pending work of all connections
     * @param timeoutNs the bound of the wait
     */
    public static <C> void await(
            SocketLoop loop,
            Runnable progress,
            List<C> connections,
            Predicate<C> isComplete,
            long timeoutNs) {
        removeComplete(loop, progress, new ArrayList<>(connections), isComplete, timeoutNs);
    }

    /** Removes connections from a list as they are complete; returns whether all are in time. */
    static <C> boolean removeComplete(
            SocketLoop loop,
            Runnable progress,
            List<C> pending,
            Predicate<C> isComplete,
            long timeoutNs) {
        long deadline = System.nanoTime() + timeoutNs;
        progress.run();
        pending.removeIf(isComplete);
        while (!pending.isEmpty() && System.nanoTime() - deadline < 0) {
            loop.awaitEvents(WAIT_NS);
            progress.run();
            pending.removeIf(isComplete);
        }
        return pending.isEmpty();
    }
}
