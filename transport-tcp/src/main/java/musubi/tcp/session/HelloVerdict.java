package musubi.tcp.session;

import musubi.tcp.handshake.Handshake;
import musubi.tcp.handshake.OutgoingHandshake;
import musubi.tcp.handshake.PeerSession;

/**
 * The decision on the hello of a peer. Two ranks that connect to each other at the same time end
 * with one connection: the lower rank refuses the other's hello once it has sent its own; in all
 * other cases a rank accepts the hello and cancels its own attempt. No frame is sent before that,
 * so none is lost or overtaken.
 */
final class HelloVerdict {
    private HelloVerdict() {}

    /**
     * The verdict on a hello for a connection, one of those of {@link Handshake}.
     *
     * @param rank this rank
     * @param leaving whether this rank is shutting down
     */
    static int of(PeerConnection connection, Handshake hello, int rank, boolean leaving) {
        PeerSession session = connection.session();
        boolean begins =
                !session.hasBegun() && hello.expectedIncarnation() == PeerSession.NO_INCARNATION;
        if (leaving && begins
                || connection.isLost()
                || !session.matches(hello.peerIncarnation(), hello.expectedIncarnation())) {
            return Handshake.SESSION_CLOSED;
        }
        OutgoingHandshake own = connection.outgoing();
        boolean ownAttemptWins = own != null && own.hasSentHello() && rank < connection.peer();
        return ownAttemptWins || !session.isNewer(hello.attempt())
                ? Handshake.SUPERSEDED
                : Handshake.ACCEPTED;
    }
}
