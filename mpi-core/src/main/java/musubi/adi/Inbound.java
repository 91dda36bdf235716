package musubi.adi;

import musubi.region.Region;

import java.util.function.LongConsumer;

/**
 * How a transport reports arrivals; there is one implementation, in core. Calls come from within
 * {@link Transport#poll} (or, from a rank to itself, from within a send), on its thread, and
 * neither send nor poll.
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
     * Where the payload of an arriving data message shall go, for transports that can read straight
     * into it. After writing, the transport calls {@link #onLanded} instead of {@link #onMessage}.
     *
     * @return a region of at least {@code bytes}, valid until onLanded; null when the transport
     *     must use {@link #onMessage}
     */
    Region landingZone(int from, Envelope envelope, long bytes);

    /** The payload announced with {@link #landingZone} is in its place. */
    void onLanded(int from, Envelope envelope, long bytes);

    /** The peer is gone for good. */
    void onPeerLost(int peer, String reason);

    /**
     * What to call with the amounts by which a counter of the rank grows, for those who look at it.
     * Thread rule: one thread at a time, which need not hold the rank.
     *
     * @param name words with dots between, the transport first
     * @param unit for example {@code bytes}
     */
    default LongConsumer counter(String name, String unit) {
        return _ -> {};
    }
}
