package musubi.pt2pt;

import musubi.pt2pt.matching.MatchingEngine;
import musubi.pt2pt.matching.MessageKind;
import musubi.pt2pt.matching.UnexpectedMessage;
import musubi.pt2pt.request.RequestTable;

/**
 * Cancellation of sends: locally before the message is sent, else by a message to the receiver,
 * which returns it unless it has matched. MPI-4.1 section 3.8.4.
 */
final class SendCancellation {
    private final SendProtocol protocol;
    private final RequestTable requests;
    private final MatchingEngine matching;

    SendCancellation(SendProtocol protocol, RequestTable requests, MatchingEngine matching) {
        this.protocol = protocol;
        this.requests = requests;
        this.matching = matching;
    }

    /** Requests the message back, or removes it if it has not been sent. */
    void cancel(SendRequest request) {
        if (request.isComplete()) {
            return;
        }
        if (request.stage == SendRequest.Stage.QUEUED && request.peer.dequeue(request)) {
            finish(request);
        } else if (request.stage == SendRequest.Stage.ANNOUNCED) {
            protocol.work.add(
                    new ControlMessage(
                            protocol, request.peer, MessageKind.CANCEL, request.cookie(), 0));
        }
    }

    /** A sender requests a message back. */
    void onRequest(Peer peer, long cookie) {
        UnexpectedMessage message = matching.unexpected().findBySender(peer.worldRank(), cookie);
        if (message != null && !matching.mayCancelSend(message)) {
            message = null;
        }
        if (message != null) {
            matching.unexpected().remove(message);
            if (message.isAnnounced()) {
                protocol.ahead.giveBack(peer, message);
            } else {
                peer.consumed(message.bytes());
            }
            matching.unexpected().recycle(message);
        }
        protocol.work.add(
                new ControlMessage(
                        protocol,
                        peer,
                        MessageKind.CANCEL_ANSWER,
                        cookie,
                        message == null ? 0 : 1));
    }

    /** The receiver's answer. */
    void onAnswer(long cookie, boolean takenBack) {
        SendRequest request = requests.find(cookie, SendRequest.class);
        if (request != null && takenBack) {
            finish(request);
        }
    }

    private void finish(SendRequest request) {
        requests.remove(request);
        request.stage = SendRequest.Stage.DONE;
        request.finishCancelled();
    }
}
