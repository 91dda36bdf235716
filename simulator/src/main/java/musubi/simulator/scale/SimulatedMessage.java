package musubi.simulator.scale;

import musubi.adi.Envelope;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A message that a simulated rank sends.
 *
 * @param from its world rank
 * @param kind as in {@link musubi.pt2pt.matching.MessageKind}
 * @param payload of numbers; null without
 */
record SimulatedMessage(
        int from, int kind, int contextId, int tag, long length, long cookie, Payload payload)
        implements SimulatedPeers.Message {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    /** Numbers computed when they are written. */
    interface Payload {
        int count();

        long number(int index);

        /** A payload of given numbers. */
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

    @Override
    public int write(MemorySegment memory, long at) {
        Envelope envelope = new Envelope();
        envelope.set(kind, contextId, from, tag, length, cookie);
        envelope.encode(memory, at);
        int count = payload == null ? 0 : payload.count();
        for (int i = 0; i < count; i++) {
            memory.set(LONG, at + Envelope.BYTES + (long) i * Long.BYTES, payload.number(i));
        }
        return count * Long.BYTES;
    }
}
