package musubi.pt2pt;

import musubi.adi.Envelope;
import musubi.adi.SendOutcome;
import musubi.adi.ZeroCopySend;
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
        if (request.sentBytes == request.agreedBytes) {
            // All was sent ahead, which copies.
            return SendOutcome.ACCEPTED;
        }
        int limit = peer.traits().fragmentBytes();
        for (int turn = 0; turn < FRAGMENTS_PER_TURN; turn++) {
            long at = request.sentBytes;
            long bytes = Math.min(limit, request.agreedBytes - at);
            boolean last = at + bytes == request.agreedBytes;
            request.fill(envelope, MessageKind.DATA, at, request.remoteCookie);
            SendOutcome outcome = send(request, at, bytes, last);
            if (outcome != SendOutcome.ACCEPTED) {
                return outcome;
            }
            request.sentBytes += bytes;
            peer.countDataSent(bytes);
            if (last) {
                return awaitRelease(request);
            }
        }
        return SendOutcome.BACK_PRESSURED;
    }

    private SendOutcome send(SendRequest request, long at, long bytes, boolean last) {
        ZeroCopySend zeroCopy = request.peer.zeroCopySend();
        if (zeroCopy == null) {
            return request.peer.endpoint().trySend(envelope, request.region, at, bytes);
        }
        long ticket = zeroCopy.sendZeroCopy(envelope, request.region, at, bytes, last);
        if (ticket < 0) {
            return ticket == ZeroCopySend.PEER_LOST
                    ? SendOutcome.PEER_LOST
                    : SendOutcome.BACK_PRESSURED;
        }
        request.zeroCopyMark = ticket;
        return SendOutcome.ACCEPTED;
    }

    /** All has been handed over; returns whether the buffer is free. */
    private SendOutcome awaitRelease(SendRequest request) {
        if (isReleased(request)) {
            return SendOutcome.ACCEPTED;
        }
        request.stage = SendRequest.Stage.AWAITING_RELEASE;
        // Until the receipt is there something is under way: this is no deadlock.
        request.peer.countDataSent(1);
        return SendOutcome.BACK_PRESSURED;
    }

    /** Ends a send when the transport does not need its buffer any more. */
    boolean completeIfReleased(SendRequest request) {
        boolean released = isReleased(request);
        if (released) {
            request.peer.countDataSent(-1);
            protocol.done(request);
        }
        return released;
    }

    private static boolean isReleased(SendRequest request) {
        ZeroCopySend zeroCopy = request.peer.zeroCopySend();
        return zeroCopy == null || zeroCopy.completedUpTo(request.zeroCopyMark);
    }
}
