package musubi.launch.job;

import musubi.error.ErrorClass;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Failures of ranks that have lost a peer, kept back until the end of that peer, which is the
 * cause, has been reported.
 *
 * <p>The peers of a rank notice its end on their own connections, and may report it before the
 * process or the node proxy that ended does. So such a failure is kept back while the link to a
 * host is broken, which may be lost with the peer, and while no rank has left the job.
 *
 * <p>Thread rule: one thread.
 */
final class LostPeers {
    /** The time for a broken link to be renewed or lost. */
    private static final long LINK_PATIENCE_NS = 10_000_000_000L;

    /**
     * The time for the report of an end while all links stand. After it the peer counts as alive
     * and out of reach: only the network between the ranks has failed.
     */
    private static final long REPORT_PATIENCE_NS = 5_000_000_000L;

    private static final long INTERVAL_NS = 20_000_000;
    private static final long NEVER = Long.MAX_VALUE;
    private static final int LOST_PEER = ErrorClass.PROC_ABORTED.code();

    private final JobRanks ranks;
    private final BooleanSupplier anyRankHasLeft;
    private final List<JobEvent> kept = new ArrayList<>();
    private long firstNs;
    private long nextNs = NEVER;

    /**
     * No failures yet.
     *
     * @param anyRankHasLeft whether a rank has finalized or ended: the lost peer may be this one
     */
    LostPeers(JobRanks ranks, BooleanSupplier anyRankHasLeft) {
        this.ranks = ranks;
        this.anyRankHasLeft = anyRankHasLeft;
    }

    /** Keeps an event back if it is such a failure; whether it does. */
    boolean keep(JobEvent event, long nowNs) {
        if (!isLostPeer(event) || patienceNs() == 0) {
            return false;
        }
        if (kept.isEmpty()) {
            firstNs = nowNs;
            nextNs = nowNs + INTERVAL_NS;
        }
        kept.add(event);
        return true;
    }

    private long patienceNs() {
        if (ranks.hasBrokenLink()) {
            return LINK_PATIENCE_NS;
        }
        return anyRankHasLeft.getAsBoolean() ? 0 : REPORT_PATIENCE_NS;
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
        if (!ending && nowNs - firstNs < patienceNs()) {
            nextNs = nowNs + INTERVAL_NS;
            return List.of();
        }
        List<JobEvent> released = List.copyOf(kept);
        kept.clear();
        nextNs = NEVER;
        return released;
    }
}
