package musubi.pt2pt;

import musubi.adi.PostedReceive;
import musubi.connect.ContextCache;
import musubi.pt2pt.matching.MatchingEngine;
import musubi.pt2pt.matching.PostedReceiveQueue;
import musubi.pt2pt.request.RequestTable;

/**
 * The posted receives that the sender they name may claim: it then copies the message straight into
 * the buffer, and neither announces it nor waits.
 *
 * <p>A receive is published when it waits for one source and one tag, has a large buffer that peers
 * reach, and is the first of all posted receives that its messages match. It carries the number of
 * messages that had come from that source. The sender claims it only for a message that matches,
 * when it has sent just that number and none waits to be sent. So no message that was sent before
 * the claim can still be on its way to this receive; those sent afterwards come after CLAIMED,
 * which the sender sends first.
 *
 * <p>Hence a receive that a message meets on the normal way is not claimed, and to withdraw it
 * never fails: were that message sent before the claim, the numbers would have differed; were it
 * sent afterwards, CLAIMED would have come first and taken the receive out of the queue. Only
 * cancel and the loss of the peer may find it claimed.
 */
final class PublishedReceives {
    /** No transport publishes for shorter messages than this. */
    static final int SMALLEST_BYTES = 2048;

    private final RequestTable requests;
    private final PostedReceiveQueue posted;
    private final boolean allowed;
    private final PostedReceive receive = new PostedReceive();
    private final ContextCache<Peer> peers;

    PublishedReceives(RequestTable requests, MatchingEngine matching, ContextCache<Peer> peers) {
        this.requests = requests;
        this.peers = peers;
        posted = matching.posted();
        allowed = matching.allowsClaims();
    }

    /** Publishes a receive that has just been posted, if that makes sense. */
    void publish(RecvRequest request) {
        // Without a context nothing was exchanged yet; to post a receive does not make one.
        boolean may = allowed && !request.hasWildcard();
        Peer peer = may ? peers.peek(request.peerRank()) : null;
        if (peer == null || !peer.acceptsPublished(request.region.length())) {
            return;
        }
        if (posted.isFirst(request)) {
            publish(request, peer);
        }
    }

    private void publish(RecvRequest request, Peer peer) {
        receive.remoteKey = request.expose(peer, request.region);
        if (receive.remoteKey < 0) {
            return;
        }
        receive.set(
                request.contextId(),
                request.wantedSource(),
                request.wantedTag(),
                peer.messagesReceived(),
                request.region.length());
        receive.cookie = requests.add(request);
        int slot = peer.postedReceives().publish(receive);
        if (slot < 0) {
            requests.remove(request);
        } else {
            request.publishedSlot = slot;
            request.publishedTo = peer;
        }
    }

    /** Takes a receive back if it is published; false when it is claimed. */
    boolean withdraw(RecvRequest request) {
        if (request.publishedTo == null) {
            return true;
        }
        if (!request.publishedTo.postedReceives().withdraw(request.publishedSlot)) {
            return false;
        }
        request.publishedTo = null;
        requests.remove(request);
        return true;
    }

    /** A message that was not claimed has matched the published receive. */
    void matched(RecvRequest request, long bytes) {
        request.publishedTo.noteUnclaimed(bytes);
        if (!withdraw(request)) {
            throw new IllegalStateException(
                    "a claimed receive was matched: " + request.describe() + " bytes=" + bytes);
        }
    }

    /** The message of a claimed receive has come. */
    void claimed(RecvRequest request) {
        posted.remove(request);
        request.publishedTo.postedReceives().free(request.publishedSlot);
        request.publishedTo = null;
    }

    /**
     * The peer is gone. The place of a claimed receive is not used again, because the peer may
     * still be writing.
     */
    void abandon(RecvRequest request) {
        if (!withdraw(request)) {
            request.publishedTo = null;
            requests.remove(request);
        }
    }
}
