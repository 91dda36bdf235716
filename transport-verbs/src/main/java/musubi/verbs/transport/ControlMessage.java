package musubi.verbs.transport;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * What two ranks agree about beside their messages. A mutable flyweight.
 *
 * <pre>
 *    0  source   4  kind   8  number among those to this peer, from 1
 *   12  number of a message of data, by kind
 * </pre>
 */
final class ControlMessage {
    /** The source leaves: messages up to the number have arrived, and none follow. */
    static final int GOODBYE = 1;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

    int source;
    int kind;
    int sequence;
    int number;

    void set(int newKind, int newNumber) {
        kind = newKind;
        number = newNumber;
    }

    void encode(MemorySegment memory, long at) {
        memory.set(INT, at, source);
        memory.set(INT, at + 4, kind);
        memory.set(INT, at + 8, sequence);
        memory.set(INT, at + 12, number);
    }

    void decode(MemorySegment memory, long at) {
        source = memory.get(INT, at);
        kind = memory.get(INT, at + 4);
        sequence = memory.get(INT, at + 8);
        number = memory.get(INT, at + 12);
    }
}
