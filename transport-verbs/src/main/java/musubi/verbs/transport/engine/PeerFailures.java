package musubi.verbs.transport.engine;

import musubi.verbs.work.CompletionStatus;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Decides when a peer is gone: it has said goodbye, or nothing has got through to it for long. A
 * peer that only does not answer for the time of all retries may be one whose processor is busy.
 */
final class PeerFailures {
    private final long giveUpNs;
    private final Deque<VerbsPeer> toReport = new ArrayDeque<>();

    /**
     * @param giveUpNs how long nothing may get through to a peer, in nanoseconds
     */
    PeerFailures(long giveUpNs) {
        this.giveUpNs = giveUpNs;
    }

    /** Something for the peer has failed; whether it is to be forgotten. */
    boolean isGivenUp(VerbsPeer peer, CompletionStatus cause) {
        long now = System.nanoTime();
        if (peer.isDeparting()) {
            lose(peer, "it has left the job");
        } else if (peer.onFailure(now) > giveUpNs) {
            long ms = giveUpNs / 1_000_000;
            lose(peer, "nothing got through to it for " + ms + " ms, at last with " + cause);
        }
        return peer.isLost();
    }

    /** The peer is gone; this is reported once, by the next poll. */
    void lose(VerbsPeer peer, String cause) {
        if (peer.lose(cause)) {
            toReport.add(peer);
        }
    }

    boolean isEmpty() {
        return toReport.isEmpty();
    }

    /** A peer that is gone and has not been reported; null when there is none. */
    VerbsPeer next() {
        return toReport.poll();
    }
}
