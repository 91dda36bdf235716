package musubi.adi;

import musubi.region.Region;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/** Copies a message and puts it into the peer's queue. */
final class MemoryEndpoint extends Endpoint {
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    private final MemoryTransport transport;
    private final int rank;
    private final MemoryNetwork network;
    private final MemoryQueue queue;
    private final int largestBytes;

    MemoryEndpoint(MemoryTransport transport, int rank, MemoryNetwork network, int peer) {
        this.transport = transport;
        this.rank = rank;
        this.network = network;
        this.queue = network.queue(peer);
        TransportTraits traits = transport.traits();
        this.largestBytes = Math.max(traits.eagerLimitBytes(), traits.fragmentBytes());
    }

    @Override
    public SendOutcome trySend(Envelope envelope, Region payload, long from, long bytes) {
        if (bytes > largestBytes) {
            throw new IllegalArgumentException("larger than a fragment: bytes=" + bytes);
        }
        byte[] header = new byte[Envelope.BYTES];
        envelope.encode(MemorySegment.ofArray(header), 0);
        byte[] content = new byte[(int) bytes];
        payload.copyTo(from, MemorySegment.ofArray(content), 0, bytes);
        boolean taken = queue.offer(new MemoryQueue.Message(rank, header, content));
        return taken ? SendOutcome.ACCEPTED : SendOutcome.BACK_PRESSURED;
    }

    @Override
    public long remoteKey(Region region) {
        return transport.remoteKey(region);
    }

    @Override
    public SendOutcome tryGet(long remoteKey, long offset, Region into, long to, long bytes) {
        MemorySegment there = network.find(remoteKey);
        into.copyFrom(there, remoteKey - there.address() + offset, to, bytes);
        return SendOutcome.ACCEPTED;
    }

    @Override
    public SendOutcome tryPut(long remoteKey, long offset, Region source, long from, long bytes) {
        MemorySegment there = network.find(remoteKey);
        source.copyTo(from, there, remoteKey - there.address() + offset, bytes);
        return SendOutcome.ACCEPTED;
    }

    @Override
    public long compareAndSwap(long remoteKey, long expected, long desired) {
        MemorySegment there = network.find(remoteKey);
        return (long)
                LONG.compareAndExchange(there, remoteKey - there.address(), expected, desired);
    }

    @Override
    public boolean isDrained() {
        return true;
    }

    @Override
    public void close() {}
}
