package musubi.pt2pt;

import musubi.adi.Envelope;
import musubi.adi.SendOutcome;
import musubi.pt2pt.matching.MatchingEngine;
import musubi.pt2pt.matching.MessageKind;
import musubi.pt2pt.matching.UnexpectedMessage;
import musubi.pt2pt.request.RequestTable;
import musubi.region.Region;

/**
 * Data of a long message that follows its announcement at once, where the answer would take long:
 * as many bytes as the path holds until then, for which there is credit.
 *
 * <pre>
 *   sender                                        receiver
 *   READY_TO_SEND ------------------------------- match
 *   AHEAD, AHEAD -------------------------------- copy out, or keep with the message
 *                CLEAR_TO_SEND ------------------ answer
 *   DATA, from where AHEAD ended ---------------- copy out
 * </pre>
 *
 * <p>AHEAD names the request of the sender, as it does not know that of the receiver. There is none
 * with a journal, or with serialised objects, whose memory is allocated by the match.
 */
final class AheadFragments {
    private static final int MOST_FRAGMENTS = 4;

    private final SendProtocol sender;
    private final RequestTable requests;
    private final MatchingEngine matching;
    private final Envelope envelope = new Envelope();

    AheadFragments(SendProtocol sender, RequestTable requests, MatchingEngine matching) {
        this.sender = sender;
        this.requests = requests;
        this.matching = matching;
    }

    /** Sends the first bytes of a message that was announced, if its path is long. */
    void send(SendRequest request) {
        long path = request.peer.endpoint().longPathBytes();
        if (path == 0 || request.hasObjects() || matching.control() != null) {
            return;
        }
        long fragment = request.peer.traits().fragmentBytes();
        long most = Math.clamp(path, fragment, MOST_FRAGMENTS * fragment);
        long end = Math.min(request.region.length(), most);
        while (request.aheadBytes < end) {
            long bytes = Math.min(fragment, end - request.aheadBytes);
            if (!send(request, bytes)) {
                return;
            }
            request.aheadBytes += bytes;
            request.peer.countDataSent(bytes);
        }
    }

    private boolean send(SendRequest request, long bytes) {
        Peer peer = request.peer;
        if (!peer.takeCredit(bytes) && !(peer.extendCredit() && peer.takeCredit(bytes))) {
            return false;
        }
        long at = request.aheadBytes;
        request.fill(envelope, MessageKind.AHEAD, at, requests.add(request));
        SendOutcome outcome = peer.endpoint().trySend(envelope, request.region, at, bytes);
        if (outcome != SendOutcome.ACCEPTED) {
            // All of it follows the answer, or the loss of the peer fails the request.
            peer.addCredit(bytes + Peer.MESSAGE_COST);
        }
        return outcome == SendOutcome.ACCEPTED;
    }

    /** A fragment has arrived; its announcement has arrived before. */
    void onArrival(Peer peer, Envelope arrival, Region payload, RecvProtocol receiver) {
        long cookie = arrival.cookie;
        RecvRequest request =
                requests.findFirst(
                        RecvRequest.class,
                        receive -> receive.peer == peer && receive.remoteCookie == cookie);
        if (request != null) {
            receiver.onData(request, arrival.length, payload);
            peer.consumed(payload.length());
            return;
        }
        UnexpectedMessage message = matching.findAnnounced(peer.worldRank(), cookie);
        if (message != null) {
            matching.unexpected().append(message, payload);
        } else {
            // The sender has cancelled the message.
            peer.consumed(payload.length());
        }
    }

    /** A receive takes what has arrived of an announced message. */
    void take(RecvRequest request, Peer peer, UnexpectedMessage message) {
        Region payload = message.payload();
        long bytes = Math.min(payload.length(), request.expectedBytes);
        payload.copyTo(0, request.region, 0, bytes);
        request.receivedBytes = bytes;
        giveBack(peer, message);
    }

    /** Gives back the credit for what has arrived of an announced message. */
    void giveBack(Peer peer, UnexpectedMessage message) {
        long fragment = peer.traits().fragmentBytes();
        for (long left = message.payload().length(); left > 0; left -= fragment) {
            peer.consumed(Math.min(fragment, left));
        }
    }
}
