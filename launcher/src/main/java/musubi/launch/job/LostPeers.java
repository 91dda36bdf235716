package musubi.launch.job;

import musubi.error.ErrorClass;

import java.util.ArrayList;
import java.util.List;

/**
 * Failures of ranks that have lost a peer, kept back while the link to a host is broken: the host
 * may be lost with that peer, and is the cause then.
 *
 * <p>Thread rule: one thread.
 */
final class LostPeers {
    /** The time for the link to be renewed or lost. */
    private static final long PATIENCE_NS = 10_000_000_000L;

    private static final long INTERVAL_NS = 20_000_000;
    private static final long NEVER = Long.MAX_VALUE;
    private static final int LOST_PEER = ErrorClass.PROC_ABORTED.code();

    private final JobRanks ranks;
    private final List<JobEvent> kept = new ArrayList<>();
    private long deadlineNs;
    private long nextNs = NEVER;

    LostPeers(JobRanks ranks) {
        this.ranks = ranks;
    }

    /** Keeps an event back if it is such a failure; whether it does. */
    boolean keep(JobEvent event, long nowNs) {
        if (!isLostPeer(event) || !ranks.hasBrokenLink()) {
            return false;
        }
        if (kept.isEmpty()) {
            deadlineNs = nowNs + PATIENCE_NS;
            nextNs = nowNs + INTERVAL_NS;
        }
        kept.add(event);
        return true;
    }

    private static boolean isLostPeer(JobEvent event) {
        return event instanceof JobEvent.AbortRequested abort && abort.errorCode() == LOST_PEER
                || event instanceof JobEvent.RanksEnded ended && ended.exitCode() == LOST_PEER;
    }

    /** When {@link #release} has to be called, by {@link System#nanoTime}. */
    long nextNs() {
        return nextNs;
    }

    /**
     * The events that are to be handled now, in their order.
     *
     * @param ending whether another cause is known
     */
    List<JobEvent> release(boolean ending, long nowNs) {
        if (kept.isEmpty()) {
            return List.of();
        }
        if (!ending && nowNs < deadlineNs && ranks.hasBrokenLink()) {
            nextNs = nowNs + INTERVAL_NS;
            return List.of();
        }
        List<JobEvent> released = List.copyOf(kept);
        kept.clear();
        nextNs = NEVER;
        return released;
    }
}
