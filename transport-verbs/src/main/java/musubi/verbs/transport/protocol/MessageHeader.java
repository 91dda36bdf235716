package musubi.verbs.transport.protocol;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Header before the envelope of a message; alone in a credit datagram.
 *
 * <pre>
 *    0  source: world rank of the sender
 *    4  number of the message from this source, from 0, across all paths
 *    8  credit: the receiver may send messages with lower numbers
 *   12  bytes of payload (low 13 bits), and in a ring the number of the write (19 bits)
 *   16  envelope
 *   48  payload
 * </pre>
 */
public final class MessageHeader {
    /** Messages that a source may send before it has received credit. */
    public static final int INITIAL_CREDIT = 4;

    static final int BYTES = 16;
    public static final int ENVELOPE = BYTES;
    public static final int PAYLOAD = 48;

    /** Most bytes of a message: a receive buffer, an entry of a ring, a packet. */
    public static final int ENTRY_BYTES = 4096;

    public static final int MOST_PAYLOAD = ENTRY_BYTES - PAYLOAD;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final int LENGTH_BITS = 13;
    private static final int LENGTH_MASK = (1 << LENGTH_BITS) - 1;

    private MessageHeader() {}

    public static void write(MemorySegment memory, long at, int source, int number, int credit) {
        memory.set(INT, at, source);
        memory.set(INT, at + 4, number);
        memory.set(INT, at + 8, credit);
    }

    public static void length(MemorySegment memory, long at, int bytes) {
        memory.set(INT, at + 12, bytes);
    }

    /** Sets the number of the write to a ring, beside the length. */
    public static void stamp(MemorySegment memory, long at, int stamp) {
        memory.set(INT, at + 12, length(memory, at) | stamp << LENGTH_BITS);
    }

    public static int source(MemorySegment memory, long at) {
        return memory.get(INT, at);
    }

    public static int number(MemorySegment memory, long at) {
        return memory.get(INT, at + 4);
    }

    public static int credit(MemorySegment memory, long at) {
        return memory.get(INT, at + 8);
    }

    public static int length(MemorySegment memory, long at) {
        return memory.get(INT, at + 12) & LENGTH_MASK;
    }

    public static boolean hasStamp(MemorySegment memory, long at, int stamp) {
        return memory.get(INT, at + 12) >>> LENGTH_BITS == (stamp << LENGTH_BITS) >>> LENGTH_BITS;
    }
}
