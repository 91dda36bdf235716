package musubi.adi;

import musubi.region.Region;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Records arrivals. Messages of the kind {@link #LANDING_KIND} are offered a landing zone. Used by
 * one thread at a time, like the transport that it belongs to.
 */
public final class RecordingInbound implements Inbound {
    /** Messages of this kind may be read straight into a landing zone. */
    public static final int LANDING_KIND = 200;

    /** The messages that have arrived, in order. */
    public final List<Received> messages = new ArrayList<>();

    /** Peers reported as lost. */
    public final List<Integer> lostPeers = new ArrayList<>();

    /** The reported reason of each loss. */
    public final List<String> lossReasons = new ArrayList<>();

    private final Map<Long, Region> zones = new HashMap<>();
    private Consumer<Received> onArrival = messages::add;
    private int arrived;

    public RecordingInbound() {}

    /** Passes arrivals to a consumer instead of recording them; null to count only. */
    void deliverTo(Consumer<Received> consumer) {
        onArrival = consumer;
    }

    /** The number of messages that have arrived. */
    int arrived() {
        return arrived;
    }

    /** Resets the count to the number of recorded messages. */
    void reset() {
        arrived = messages.size();
    }

    @Override
    public void onMessage(int from, Envelope envelope, Region payload) {
        arrived++;
        if (onArrival != null) {
            onArrival.accept(Received.copyOf(from, envelope, payload, payload.length()));
        }
    }

    @Override
    public Region landingZone(int from, Envelope envelope, long bytes) {
        if (envelope.kind != LANDING_KIND) {
            return null;
        }
        // A transport may receive several messages into landing zones at the same time.
        Region zone = new Region().wrapArray(new byte[(int) bytes], 0, bytes);
        zones.put(key(from, envelope), zone);
        return zone;
    }

    private static Long key(int from, Envelope envelope) {
        return (long) from << Integer.SIZE | envelope.tag;
    }

    @Override
    public void onLanded(int from, Envelope envelope, long bytes) {
        arrived++;
        Region zone = zones.remove(key(from, envelope));
        onArrival.accept(Received.copyOf(from, envelope, zone, bytes));
    }

    @Override
    public void onPeerLost(int peer, String reason) {
        lostPeers.add(peer);
        lossReasons.add(reason);
    }
}
