package musubi.adi;

import musubi.region.Region;

/**
 * Upcalls of a transport; implemented by the core. Called from within {@link Transport#poll} (or,
 * from a rank to itself, from within a send), on its thread. They neither send nor poll.
 */
public interface Inbound {
    /**
     * A message has arrived.
     *
     * @param from the sender's world rank
     * @param envelope valid during the call only
     * @param payload exactly the payload; valid during the call only
     */
    void onMessage(int from, Envelope envelope, Region payload);

    /**
     * The destination of an arriving data message, for transports that read straight into it. After
     * writing, the transport calls {@link #onLanded} instead of {@link #onMessage}.
     *
     * @return a region of at least {@code bytes}, valid until onLanded; null when the transport
     *     must use {@link #onMessage}
     */
    Region landingZone(int from, Envelope envelope, long bytes);

    /** The payload announced with {@link #landingZone} is in its place. */
    void onLanded(int from, Envelope envelope, long bytes);

    /** The peer is gone for good. */
    void onPeerLost(int peer, String reason);
}
