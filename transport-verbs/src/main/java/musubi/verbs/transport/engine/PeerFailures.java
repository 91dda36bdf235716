package musubi.verbs.transport.engine;

import musubi.verbs.work.CompletionStatus;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Decides when a peer is lost: after its goodbye, or after the give-up time without progress.
 * Exhausted retries alone are no evidence, as the peer's processor may be busy.
 */
final class PeerFailures {
    private static final String LEFT = "it has left the job";

    private final long giveUpNs;
    private final Deque<VerbsPeer> toReport = new ArrayDeque<>();

    /**
     * @param giveUpNs time without progress after which a peer is lost, in nanoseconds
     */
    PeerFailures(long giveUpNs) {
        this.giveUpNs = giveUpNs;
    }

    /** A request for the peer has failed; returns whether the peer is lost. */
    boolean isGivenUp(VerbsPeer peer, CompletionStatus cause) {
        long now = System.nanoTime();
        if (peer.isDeparting()) {
            lose(peer, LEFT);
        } else if (peer.onFailure(now) > giveUpNs) {
            long ms = giveUpNs / 1_000_000;
            lose(peer, "nothing got through to it for " + ms + " ms, at last with " + cause);
        }
        return peer.isLost();
    }

    /** Whether an answer of the peer may still come to what was posted at a time. */
    boolean isPatientWith(VerbsPeer peer, long sinceNs) {
        return peer.isPresent() && System.nanoTime() - sinceNs < giveUpNs;
    }

    /** A request for the peer has failed that cannot be repeated. */
    void giveUp(VerbsPeer peer, CompletionStatus cause) {
        lose(peer, peer.isDeparting() ? LEFT : "an atomic operation failed with " + cause);
    }

    /** Marks a peer as lost, which the next poll reports once. */
    void lose(VerbsPeer peer, String cause) {
        if (peer.lose(cause)) {
            toReport.add(peer);
        }
    }

    boolean isEmpty() {
        return toReport.isEmpty();
    }

    /** The next lost peer to report; null when there is none. */
    VerbsPeer next() {
        return toReport.poll();
    }
}
