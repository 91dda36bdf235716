package musubi.pt2pt;

import musubi.adi.Envelope;
import musubi.adi.SendOutcome;
import musubi.pt2pt.matching.MessageKind;
import musubi.pt2pt.request.CommRequest;
import musubi.pt2pt.request.RequestTable;
import musubi.region.Region;

/**
 * The protocol by which two ranks copy a long message together ({@link SharedCopy}). The rank with
 * access to the peer's buffer opens a counter and sends JOIN: the sender after a claim, the
 * receiver after an announcement with a key.
 *
 * <pre>
 *   sender                                              receiver
 *   JOIN(key, counter) ------------------------------- takes part      after a claim
 *   takes part ------------------- JOIN(key, counter)                  after READY_TO_SEND(key)
 *   tryPut, tryPut, ...                                 tryGet, tryGet, ...
 *   COPIED(bytes) ---------------- COPIED(bytes)                       each, if it has copied
 * </pre>
 */
final class SharedCopies {
    /** Messages from this length on are copied by both. */
    static final long SMALLEST_BYTES = 256 << 10;

    /** The size of JOIN's payload. */
    static final int JOIN_BYTES = 32;

    private final SendProtocol sender;
    private final RequestTable requests;
    private final ChunkCounters counters = new ChunkCounters();
    private final long[] words = new long[JOIN_BYTES / Long.BYTES];
    private final Region wordsRegion = new Region();

    SharedCopies(SendProtocol sender, RequestTable requests) {
        this.sender = sender;
        this.requests = requests;
        wordsRegion.wrapArray(words, 0, JOIN_BYTES);
    }

    /**
     * Makes ready to start a message that both may copy.
     *
     * @return whether they may; JOIN comes next
     */
    boolean prepare(SharedCopy copy) {
        if (copy.counter != ChunkCounters.NONE) {
            return true;
        }
        // Checked for each message, so nothing is exposed if the transport has no such words.
        if (!counters.offers(copy.peer)) {
            return false;
        }
        if (copy.expose() < 0) {
            return false;
        }
        copy.counter = counters.open();
        return true;
    }

    /** Sends JOIN, whose envelope is given, and starts to copy. */
    SendOutcome join(SharedCopy copy, Envelope envelope) {
        words[0] = copy.expose();
        words[1] = counters.key(copy.counter);
        words[2] = counters.ticket(copy.counter);
        words[3] = requests.add(copy.request);
        SendOutcome outcome =
                copy.peer.countControl(
                        copy.peer.endpoint().trySend(envelope, wordsRegion, 0, JOIN_BYTES));
        if (outcome == SendOutcome.ACCEPTED) {
            copy.begin(counters.ticket(copy.counter));
            sender.work.add(copy);
        }
        return outcome;
    }

    /** The peer has started a message of one of this rank's requests. */
    void onJoin(Peer peer, Envelope envelope, Region payload) {
        payload.copyTo(0, wordsRegion, 0, JOIN_BYTES);
        SharedCopy copy = find(envelope.cookie);
        if (copy == null) {
            return;
        }
        copy.onJoin(peer, envelope);
        copy.set(peer, envelope.length, words[0], words[3]);
        copy.counterKey = words[1];
        copy.begin(words[2]);
        sender.work.add(copy);
    }

    /** The peer has copied its part. */
    void onCopied(long cookie, long bytes) {
        SharedCopy copy = find(cookie);
        if (copy != null) {
            copy.onPeerDone(bytes);
            sender.work.add(copy);
        }
    }

    private SharedCopy find(long cookie) {
        CommRequest request = requests.find(cookie, CommRequest.class);
        if (request instanceof SendRequest send) {
            return send.shared();
        }
        return request instanceof RecvRequest recv ? recv.shared() : null;
    }

    long compareAndSwap(SharedCopy copy, long expected, long desired) {
        return copy.counter != ChunkCounters.NONE
                ? counters.compareAndSwap(copy.counter, expected, desired)
                : copy.peer.remoteMemory().compareAndSwap(copy.counterKey, expected, desired);
    }

    SendOutcome sendCopied(SharedCopy copy, long bytes) {
        return sender.sendControl(copy.peer, MessageKind.COPIED, copy.remoteCookie, bytes);
    }

    void noteMoved() {
        sender.work.noteProgress();
    }

    void close(SharedCopy copy) {
        if (copy.counter != ChunkCounters.NONE) {
            counters.close(copy.counter);
            copy.counter = ChunkCounters.NONE;
        }
    }
}
