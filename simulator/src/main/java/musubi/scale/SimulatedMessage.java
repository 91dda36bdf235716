package musubi.scale;

import musubi.adi.Envelope;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A message that a simulated rank sends.
 *
 * @param from its world rank
 * @param kind as in {@link musubi.pt2pt.MessageKind}
 * @param payload of so many numbers; null for none
 */
record SimulatedMessage(
        int from, int kind, int contextId, int tag, long length, long cookie, Payload payload) {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    /** Numbers that are made when they are written. */
    interface Payload {
        int count();

        long number(int index);

        /** Numbers that are known. */
        static Payload of(long... numbers) {
            return new Payload() {
                @Override
                public int count() {
                    return numbers.length;
                }

                @Override
                public long number(int index) {
                    return numbers[index];
                }
            };
        }
    }

    /**
     * Writes envelope and payload.
     *
     * @return bytes of the payload
     */
    int write(MemorySegment entry) {
        Envelope envelope = new Envelope();
        envelope.set(kind, contextId, from, tag, length, cookie);
        envelope.encode(entry, 0);
        int count = payload == null ? 0 : payload.count();
        for (int i = 0; i < count; i++) {
            entry.set(LONG, Envelope.BYTES + (long) i * Long.BYTES, payload.number(i));
        }
        return count * Long.BYTES;
    }
}
