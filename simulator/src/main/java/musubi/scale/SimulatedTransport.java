package musubi.scale;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.Inbound;
import musubi.adi.PeerInfo;
import musubi.adi.Region;
import musubi.adi.SendOutcome;
import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.adi.TransportTraits;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;

/**
 * This rank's end of a transport whose other ends are simulated. What they send is written into
 * this node's rings, as remote writes would do it, and read from there. Connections are modelled by
 * their buffers only: an endpoint here is smaller than a queue pair.
 */
final class SimulatedTransport extends Transport {
    /** Nearer transports go first. */
    private static final int DISTANCE = 100;

    private static final int PAYLOAD_BYTES = NodeRings.ENTRY_BYTES - Envelope.BYTES;
    private static final TransportTraits TRAITS =
            new TransportTraits(PAYLOAD_BYTES, PAYLOAD_BYTES, false, true);

    private final int worldRank;
    private final SimulatedWorld world;
    private final NodeRings rings;
    private final Inbound inbound;
    private final SimulatedWorld.Inbox inbox;
    private final Map<Integer, SimulatedEndpoint> endpoints = new HashMap<>();
    private final Envelope arrived = new Envelope();
    private final Region payload = new Region();

    SimulatedTransport(TransportContext context, SimulatedWorld world, NodeRings rings) {
        worldRank = context.worldRank();
        this.world = world;
        this.rings = rings;
        inbound = context.inbound();
        inbox = world.inbox(worldRank);
    }

    @Override
    public TransportTraits traits() {
        return TRAITS;
    }

    @Override
    public String businessCard() {
        return Integer.toString(worldRank);
    }

    @Override
    public int distanceTo(PeerInfo peer) {
        return world.isSimulated(peer.worldRank()) ? DISTANCE : -1;
    }

    @Override
    public Endpoint connect(PeerInfo peer) {
        return endpoints.computeIfAbsent(peer.worldRank(), SimulatedEndpoint::new);
    }

    @Override
    public int poll(int limit) {
        int done = 0;
        while (done < limit) {
            SimulatedMessage message = inbox.poll();
            if (message == null) {
                return done;
            }
            deliver(message);
            done++;
        }
        return done;
    }

    private void deliver(SimulatedMessage message) {
        SimulatedEndpoint endpoint = endpoints.get(message.from());
        MemorySegment entry =
                endpoint == null || endpoint.ring == NodeRings.NONE
                        ? rings.sharedEntry()
                        : rings.entry(endpoint.ring, endpoint.arrivals++);
        int bytes = message.write(entry);
        arrived.decode(entry, 0);
        payload.wrap(entry, Envelope.BYTES, bytes);
        inbound.onMessage(message.from(), arrived, payload);
        payload.clear();
    }

    @Override
    public void close() {
        endpoints.clear();
    }

    /** To one peer. */
    private final class SimulatedEndpoint extends Endpoint {
        private final int peer;
        private final int ring = rings.take();
        private int arrivals;

        SimulatedEndpoint(int peer) {
            this.peer = peer;
        }

        @Override
        public SendOutcome trySend(Envelope envelope, Region from, long at, long bytes) {
            world.onSend(worldRank, peer, envelope, from, at, (int) bytes);
            return SendOutcome.ACCEPTED;
        }

        @Override
        public boolean isDrained() {
            return true;
        }

        @Override
        public void close() {
            endpoints.remove(peer);
            rings.giveBack(ring);
        }
    }
}
