package musubi.tcp.handshake;

import java.net.InetSocketAddress;

/**
 * The state of a session that survives its connections: the identity of the peer, and the numbers
 * of connection attempts. Both ranks number their attempts, each higher than all that the rank has
 * made or accepted. So a rank can distinguish a new attempt of its peer from one that is older than
 * the existing connection, or a copy of it. The peer's numbers do not stay too low: every attempt
 * that this rank has accepted was made by the peer. The welcome to an attempt has the number of the
 * responder's own latest one, which is cancelled: its hello may still be on its way, with a
 * position of the received stream that is obsolete by then.
 *
 * <p>Thread rule: the thread with exclusive access.
 */
public final class PeerSession {
    /** Not the number of any process. */
    public static final long NO_INCARNATION = 0;

    private final long ownIncarnation;
    private long peerIncarnation = NO_INCARNATION;

    /** No attempt up to this number may replace the connection. */
    private int obsolete;

    private int highest;
    private InetSocketAddress address;

    /**
     * A session before its first connection.
     *
     * @param ownIncarnation number of this rank's process
     */
    public PeerSession(long ownIncarnation) {
        this.ownIncarnation = ownIncarnation;
    }

    /** Number of the peer's process; {@link #NO_INCARNATION} before the first connection. */
    long peerIncarnation() {
        return peerIncarnation;
    }

    /** Whether a connection was established before. */
    public boolean hasBegun() {
        return peerIncarnation != NO_INCARNATION;
    }

    /** Address at which the peer listens; null when unknown. */
    public InetSocketAddress address() {
        return address;
    }

    /** Sets the address from the peer's hello, unless an address is known. */
    void learnAddress(InetSocketAddress peersAddress) {
        if (address == null) {
            address = peersAddress;
        }
    }

    /** Sets the address from the peer's business card. */
    public void setAddress(InetSocketAddress peersAddress) {
        address = peersAddress;
    }

    /** Number for the next attempt of this rank. */
    int nextAttempt() {
        return ++highest;
    }

    /** The highest number of an attempt that this rank has made or accepted. */
    int latestAttempt() {
        return highest;
    }

    /**
     * Whether the peer means to start or continue this session. A peer that continues a session
     * which has not begun here has accepted an attempt of this rank whose welcome was lost.
     *
     * @param actual number of the peer's process
     * @param expected number of the process that the peer expects; {@link #NO_INCARNATION} to start
     */
    public boolean matches(long actual, long expected) {
        boolean isPeer = actual != NO_INCARNATION && (!hasBegun() || actual == peerIncarnation);
        return isPeer && (expected == NO_INCARNATION || expected == ownIncarnation);
    }

    /** Whether an attempt of the peer is newer than the current or last connection. */
    public boolean isNewer(int attempt) {
        return attempt > obsolete;
    }

    /**
     * An attempt of either rank has established a connection.
     *
     * @param incarnation number of the peer's process
     * @param latest number of the peer's latest attempt, or of this rank's, if that was accepted
     *     and is higher
     */
    public void establish(long incarnation, int latest) {
        peerIncarnation = incarnation;
        obsolete = latest;
        highest = Math.max(highest, latest);
    }
}
