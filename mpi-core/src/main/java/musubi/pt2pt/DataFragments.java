package musubi.pt2pt;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.SendOutcome;
import musubi.pt2pt.matching.MessageKind;

/**
 * Sends the data of a rendezvous in fragments. A transport may still need the buffer when it has
 * taken all of them, to send them again when a connection breaks; the send ends when it does not.
 */
final class DataFragments {
    private static final int FRAGMENTS_PER_TURN = 8;

    private final SendProtocol protocol;
    private final Envelope envelope = new Envelope();

    DataFragments(SendProtocol protocol) {
        this.protocol = protocol;
    }

    /** Sends what there is room for; {@link SendOutcome#ACCEPTED} when the buffer is free again. */
    SendOutcome send(SendRequest request) {
        Peer peer = request.peer;
        if (request.agreedBytes == 0) {
            return protocol.sendControl(peer, MessageKind.PUT_DONE, request.remoteCookie, 0);
        }
        int limit = peer.traits().fragmentBytes();
        for (int turn = 0; turn < FRAGMENTS_PER_TURN; turn++) {
            long at = request.sentBytes;
            long bytes = Math.min(limit, request.agreedBytes - at);
            boolean last = at + bytes == request.agreedBytes;
            request.fill(envelope, MessageKind.DATA, at, request.remoteCookie);
            SendOutcome outcome =
                    peer.endpoint().sendZeroCopy(envelope, request.region, at, bytes, last);
            if (outcome != SendOutcome.ACCEPTED) {
                return outcome;
            }
            request.sentBytes += bytes;
            protocol.countData(bytes);
            if (last) {
                return awaitRelease(request, peer.endpoint());
            }
        }
        return SendOutcome.BACK_PRESSURED;
    }

    /** All has been handed over; says whether the buffer is free. */
    private SendOutcome awaitRelease(SendRequest request, Endpoint endpoint) {
        request.zeroCopyMark = endpoint.zeroCopySends();
        if (endpoint.completedUpTo(request.zeroCopyMark)) {
            return SendOutcome.ACCEPTED;
        }
        request.stage = SendRequest.Stage.AWAITING_RELEASE;
        // Until the receipt is there something is under way: this is no deadlock.
        protocol.countData(1);
        return SendOutcome.BACK_PRESSURED;
    }

    /** Ends a send when the transport does not need its buffer any more. */
    boolean completeIfReleased(SendRequest request) {
        boolean returned = request.peer.endpoint().completedUpTo(request.zeroCopyMark);
        if (returned) {
            protocol.countData(-1);
            protocol.done(request);
        }
        return returned;
    }
}
