package musubi.adi;

import musubi.region.Region;

import java.lang.foreign.MemorySegment;

/** A copy of an arrived message. */
public record Received(int from, Envelope envelope, byte[] payload) {
    static Received copyOf(int from, Envelope envelope, Region payload, long bytes) {
        byte[] copy = new byte[(int) bytes];
        payload.copyTo(0, MemorySegment.ofArray(copy), 0, bytes);
        byte[] header = new byte[Envelope.BYTES];
        envelope.encode(MemorySegment.ofArray(header), 0);
        Envelope own = new Envelope();
        own.decode(MemorySegment.ofArray(header), 0);
        return new Received(from, own, copy);
    }
}
