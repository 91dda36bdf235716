package musubi.tcp.handshake;

import java.net.InetSocketAddress;

/**
 * What stays when a connection to a peer breaks: who the peer is, and which attempts there have
 * been. Both ranks number their attempts to connect, and each attempt gets a higher number than all
 * that its rank has made or accepted. So a rank that gets a call can tell a new one from one that
 * is older than the connection it has, or a copy of it, and the peer's number is never too low for
 * long: whatever this rank has accepted, the peer has made.
 *
 * <p>Thread rule: the thread that is in the turnstile.
 */
public final class PeerSession {
    /** No rank chooses this number for itself. */
    public static final long NO_INCARNATION = 0;

    private final long ownIncarnation;
    private long peerIncarnation = NO_INCARNATION;
    private int established;
    private int highest;
    private InetSocketAddress address;

    /**
     * A session that has not begun.
     *
     * @param self the number that this rank has chosen for its time in the job
     */
    public PeerSession(long self) {
        this.ownIncarnation = self;
    }

    /** The number of the peer; {@link #NO_INCARNATION} before the first connection. */
    long peerIncarnation() {
        return peerIncarnation;
    }

    /** Whether there has been a connection. */
    public boolean hasBegun() {
        return peerIncarnation != NO_INCARNATION;
    }

    /** Where the peer listens; null when that is not known yet. */
    public InetSocketAddress address() {
        return address;
    }

    /** Here the peer listens, as it says itself; what the user of this rank said is better. */
    void learnAddress(InetSocketAddress peersAddress) {
        if (address == null) {
            address = peersAddress;
        }
    }

    /** Here the peer listens. */
    public void setAddress(InetSocketAddress peersAddress) {
        address = peersAddress;
    }

    /** A number for the next attempt. */
    int nextAttempt() {
        return ++highest;
    }

    /**
     * Whether it is this session that the peer wants to go on with, or to begin. A peer that goes
     * on with one that has not begun here has accepted a call of this rank, and its welcome was
     * lost.
     *
     * @param theirs the peer's number
     * @param expected whom the peer expects; {@link #NO_INCARNATION} when it knows of no session
     */
    public boolean matches(long theirs, long expected) {
        boolean isThem = theirs != NO_INCARNATION && (!hasBegun() || theirs == peerIncarnation);
        boolean isMe = expected == NO_INCARNATION || expected == ownIncarnation;
        return isThem && isMe;
    }

    /** Whether this attempt of the peer is newer than the connection that there is, or was. */
    public boolean isNewer(int attempt) {
        return attempt > established;
    }

    /** This attempt, of either side, has become the connection. */
    public void establish(long theirs, int attempt) {
        peerIncarnation = theirs;
        established = attempt;
        highest = Math.max(highest, attempt);
    }
}
