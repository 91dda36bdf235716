package musubi.adi.sample;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.SendOutcome;
import musubi.region.Region;

import java.lang.foreign.MemorySegment;

/** Copies a message and appends it to the peer's queue. */
final class QueueEndpoint extends Endpoint {
    private final int rank;
    private final MessageQueue queue;

    QueueEndpoint(int rank, MessageQueue queue) {
        this.rank = rank;
        this.queue = queue;
    }

    @Override
    public SendOutcome trySend(Envelope envelope, Region payload, long from, long bytes) {
        if (bytes > QueueTransport.FRAGMENT_BYTES) {
            throw new IllegalArgumentException("larger than a fragment: bytes=" + bytes);
        }
        byte[] header = new byte[Envelope.BYTES];
        envelope.encode(MemorySegment.ofArray(header), 0);
        byte[] content = new byte[(int) bytes];
        payload.copyTo(from, MemorySegment.ofArray(content), 0, bytes);
        boolean taken = queue.offer(new MessageQueue.Message(rank, header, content));
        return taken ? SendOutcome.ACCEPTED : SendOutcome.BACK_PRESSURED;
    }

    @Override
    public boolean isDrained() {
        return true;
    }

    @Override
    public void close() {}
}
