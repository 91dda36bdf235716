package musubi.adi;

import musubi.region.Region;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The simplest transport there is, for tests of what lies above: a queue per receiver. */
final class MemoryTransport extends Transport {
    private static final String CARD = "memory:";

    private final int rank;
    private final String jobId;
    private final Inbound inbound;
    private final MemoryNetwork network;
    private final TransportTraits traits;
    private final MemoryQueue queue;
    private final Envelope envelope = new Envelope();
    private final Region payload = new Region();
    private boolean polling;

    MemoryTransport(TransportContext context, MemoryNetwork network, TransportTraits traits) {
        this.rank = context.worldRank();
        this.jobId = context.jobId();
        this.inbound = context.inbound();
        this.network = network;
        this.traits = traits;
        this.queue = network.queue(rank);
    }

    @Override
    public TransportTraits traits() {
        return traits;
    }

    @Override
    public String businessCard() {
        return CARD + jobId;
    }

    @Override
    public int distanceTo(PeerInfo peer) {
        return businessCard().equals(peer.businessCard()) ? 1 : -1;
    }

    @Override
    public Endpoint connect(PeerInfo peer) {
        return new MemoryEndpoint(this, rank, network, peer.worldRank());
    }

    @Override
    public int poll(int limit) {
        if (polling) {
            throw new IllegalStateException("poll from within an upcall");
        }
        polling = true;
        try {
            int done = 0;
            while (done < limit && deliver(queue.take())) {
                done++;
            }
            return done;
        } finally {
            polling = false;
        }
    }

    private boolean deliver(MemoryQueue.Message message) {
        if (message == null) {
            return false;
        }
        envelope.decode(MemorySegment.ofArray(message.envelope()), 0);
        payload.wrapArray(message.payload(), 0, message.payload().length);
        inbound.onMessage(message.from(), envelope, payload);
        return true;
    }

    @Override
    public void sleep(long timeoutNs) {
        queue.await(timeoutNs);
    }

    @Override
    public MemorySegment allocate(long bytes) {
        if (!traits.remoteMemory()) {
            return null;
        }
        MemorySegment segment = Arena.ofAuto().allocate(Math.max(1, bytes), 64).asSlice(0, bytes);
        network.add(segment);
        return segment;
    }

    @Override
    public void release(MemorySegment memory) {
        network.remove(memory);
    }

    @Override
    public long remoteKey(Region region) {
        MemorySegment memory = region.segment();
        if (!traits.remoteMemory() || memory == null || !memory.isNative()) {
            return -1;
        }
        long key = memory.address() + region.base();
        return network.find(key) == null ? -1 : key;
    }

    @Override
    public void close() {}
}
