package musubi.tcp;

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
final class Session {
    /** No rank chooses this number for itself. */
    static final long NOBODY = 0;

    private final long self;
    private long peer = NOBODY;
    private int established;
    private int highest;
    private InetSocketAddress address;

    /**
     * A session that has not begun.
     *
     * @param self the number that this rank has chosen for its time in the job
     */
    Session(long self) {
        this.self = self;
    }

    /** The number of the peer; {@link #NOBODY} before the first connection. */
    long peer() {
        return peer;
    }

    /** Whether there has been a connection. */
    boolean hasBegun() {
        return peer != NOBODY;
    }

    /** Where the peer listens; null when that is not known yet. */
    InetSocketAddress address() {
        return address;
    }

    /** Here the peer listens, as it says itself; what the user of this rank said is better. */
    void meet(InetSocketAddress peersAddress) {
        if (address == null) {
            address = peersAddress;
        }
    }

    /** Here the peer listens. */
    void reachAt(InetSocketAddress peersAddress) {
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
     * @param expected whom the peer expects; {@link #NOBODY} when it knows of no session
     */
    boolean isMeant(long theirs, long expected) {
        boolean isThem = theirs != NOBODY && (!hasBegun() || theirs == peer);
        boolean isMe = expected == NOBODY || expected == self;
        return isThem && isMe;
    }

    /** Whether this attempt of the peer is newer than the connection that there is, or was. */
    boolean isNews(int attempt) {
        return attempt > established;
    }

    /** This attempt, of either side, has become the connection. */
    void establish(long theirs, int attempt) {
        peer = theirs;
        established = attempt;
        highest = Math.max(highest, attempt);
    }
}
