package musubi.adi;

import java.util.concurrent.locks.LockSupport;

/**
 * One way to move bytes, as seen by one rank. An abstract class rather than an interface, so that
 * the fixed properties are plain fields. Capabilities: {@link MemoryPool}, {@link NodeMemory},
 * {@link SleepElsewhere}.
 *
 * <p>Thread rule: one thread at a time calls, the thread that holds the rank. Arrivals are reported
 * to {@link Inbound} inside {@link #poll} only (those of a rank from itself inside a send), in the
 * order in which a peer sent them.
 */
public abstract class Transport implements Capable {
    private final TransportTraits traits;
    private final String businessCard;

    /**
     * @param traits limits from which the core chooses protocols
     * @param businessCard the address that peers pass to {@link #connect}, without white space or
     *     backslash, published before any peer connects; null when no peer needs it
     */
    protected Transport(TransportTraits traits, String businessCard) {
        this.traits = traits;
        this.businessCard = businessCard;
    }

    /** Limits from which the core chooses the protocol of each message. */
    public final TransportTraits traits() {
        return traits;
    }

    /** The address that peers pass to {@link #connect}; null when there is none. */
    public final String businessCard() {
        return businessCard;
    }

    /** Cost class of reaching the peer, 0 is nearest; negative when the peer is out of reach. */
    public abstract int distanceTo(PeerInfo peer);

    /**
     * Allocates what communication with this peer needs, until {@link Endpoint#close}. Does not
     * wait for the peer.
     *
     * @throws musubi.error.MpiFailure when the peer's end does not fit this one
     */
    public abstract Endpoint connect(PeerInfo peer);

    /** All ranks have opened their transports and published their addresses. */
    public void onJobComplete() {}

    /**
     * Reports at most {@code limit} arrivals to {@link Inbound}.
     *
     * @return the amount of work done; 0 when there was nothing
     */
    public abstract int poll(int limit);

    /**
     * Blocks until something may have arrived or the timeout expires. Returns at once when
     * something has arrived since the last poll.
     *
     * @param timeoutNs in nanoseconds
     */
    public void sleep(long timeoutNs) {
        LockSupport.parkNanos(timeoutNs);
    }

    /** Closes this rank's end. Everything accepted before is still delivered. */
    public abstract void close();
}
