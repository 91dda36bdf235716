package musubi.adi;

import musubi.region.Region;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.LockSupport;

/**
 * One way to move bytes, as one rank sees it. An abstract class, not an interface: a call site sees
 * at most a handful of receiver types.
 *
 * <p>Thread rule: every method is called by one thread at a time (the thread that holds the rank).
 * Arrivals are reported to {@link Inbound} inside {@link #poll} only (those of a rank from itself
 * inside a send), in the order in which one peer sent them.
 */
public abstract class Transport {
    protected Transport() {}

    /** What it can do; the same object each time. */
    public abstract TransportTraits traits();

    /**
     * The address that peers need for {@link #connect}, without white space or backslash; published
     * before any peer connects.
     */
    public abstract String businessCard();

    /** Cost class of reaching the peer, 0 is nearest; negative when it cannot be reached. */
    public abstract int distanceTo(PeerInfo peer);

    /**
     * Makes what talking to this peer costs, until {@link Endpoint#close}. Does not wait for the
     * peer.
     *
     * @throws musubi.error.MpiFailure when the peer's end does not fit this one
     */
    public abstract Endpoint connect(PeerInfo peer);

    /** Tells all peers' addresses have been published, so that files may be unlinked, say. */
    public void onJobComplete() {}

    /**
     * Reports at most {@code limit} arrivals to {@link Inbound}.
     *
     * @return the amount of work done; 0 when there was nothing
     */
    public abstract int poll(int limit);

    /**
     * Blocks until something may have arrived or the time is over. Returns at once when something
     * has arrived since the last poll.
     *
     * @param timeoutNs at most so long, in nanoseconds
     */
    public void sleep(long timeoutNs) {
        LockSupport.parkNanos(timeoutNs);
    }

    /**
     * Memory that peers can reach with {@link Endpoint#tryGet} and {@link Endpoint#tryPut}.
     *
     * @return a zeroed segment of so many bytes that lives until {@link #release}, or as long as
     *     anything refers to it, also after {@link #close}; null when there is none to be had
     */
    public MemorySegment allocate(long bytes) {
        return null;
    }

    /** Gives memory of {@link #allocate} back. */
    public void release(MemorySegment memory) {}

    /**
     * A read-only copy of these numbers that the ranks of this node have in common: equal numbers
     * are there once, whichever ranks ask.
     *
     * @return a segment that lives as long as anything refers to it, also after {@link #close};
     *     null when there is none to be had, or when all ranks of the node share this heap anyway
     */
    public MemorySegment share(int[] numbers) {
        return null;
    }

    /**
     * The key by which any peer of this transport reaches the start of the region: one that lies in
     * memory of {@link #allocate}, as long as that lives. -1 for other regions; {@link
     * Endpoint#remoteKey} may have a key for these.
     */
    public long remoteKey(Region region) {
        return -1;
    }

    /**
     * Publishes a receive to the peer that it names, so that the peer may {@link Endpoint#claim}
     * it. It stays published until {@link #withdraw} succeeds or {@link #free}.
     *
     * @return where it is published; -1 when there is no place for it now, or news from a peer
     */
    public int publish(PostedReceive receive) {
        return -1;
    }

    /**
     * Takes a published receive back.
     *
     * @return false when a peer has claimed it: a message for it is on its way
     */
    public boolean withdraw(int place) {
        throw new UnsupportedOperationException("no published receives on this transport");
    }

    /** Frees the place of a receive whose claimed message has come. */
    public void free(int place) {}

    /** Where the ranks of this node show each other small things; null when there is none. */
    public NodeFlags nodeFlags() {
        return null;
    }

    /** Closes this rank's end. Everything accepted before is still delivered. */
    public abstract void close();
}
