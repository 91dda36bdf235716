package musubi.adi.sample;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.Inbound;
import musubi.adi.PeerInfo;
import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.adi.TransportTraits;
import musubi.region.Region;

import java.lang.foreign.MemorySegment;
import java.util.Map;

/** One rank's end: takes messages out of the rank's queue. */
final class QueueTransport extends Transport {
    static final int FRAGMENT_BYTES = 8192;
    private static final TransportTraits TRAITS = new TransportTraits(4096, FRAGMENT_BYTES, true);

    private final int rank;
    private final Inbound inbound;
    private final Map<String, MessageQueue> queues;
    private final MessageQueue queue = new MessageQueue();
    private final Envelope envelope = new Envelope();
    private final Region payload = new Region();
    private boolean polling;

    QueueTransport(TransportContext context, Map<String, MessageQueue> queues) {
        super(TRAITS, context.jobId() + "/" + context.worldRank());
        this.rank = context.worldRank();
        this.inbound = context.inbound();
        this.queues = queues;
        queues.put(businessCard(), queue);
    }

    @Override
    public int distanceTo(PeerInfo peer) {
        String card = peer.businessCard();
        return card != null && queues.containsKey(card) ? 1 : -1;
    }

    @Override
    public Endpoint connect(PeerInfo peer) {
        return new QueueEndpoint(rank, queues.get(peer.businessCard()));
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

    private boolean deliver(MessageQueue.Message message) {
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

    /** The queue stays, for peers that still send to it. */
    @Override
    public void close() {}
}
