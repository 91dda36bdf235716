package musubi.verbs.transport.protocol;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A control message between two ranks: negotiation of rings, and goodbye. Mutable, reused.
 *
 * <pre>
 *    0  source     4  kind        8  number among those to this peer, from 1
 *   12  number of a message of data
 *   16  address of a ring        24  its key
 *   28  queue pair, 0 for none   32  its first packet number
 * </pre>
 */
public final class ControlDatagram {
    /** Bytes of a datagram, whether of control or of credit. */
    public static final int BYTES = 64;

    /** The source leaves the job: messages below the number have been sent, and none follow. */
    public static final int GOODBYE = 1;

    /** Offers a ring, optionally with a queue pair, for messages to the source. */
    public static final int OFFER = 2;

    /**
     * Accepts an offer, optionally with the queue pair at this end; without one an initiator
     * writes.
     */
    public static final int ACCEPT = 3;

    /** Both queue pairs are connected: writing may start. */
    public static final int OPEN = 4;

    /** Recalls a ring. */
    public static final int RECALL = 5;

    /** Releases a ring: messages from the number on take another path. */
    public static final int RELEASE = 6;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    public int source;
    public int kind;
    public int sequence;
    public int number;
    public long address;
    public int key;
    public int pair;
    public int packet;

    /** Begins a message, all fields but the kind 0. */
    public ControlDatagram begin(int newKind) {
        kind = newKind;
        number = 0;
        ring(0, 0);
        return pair(0, 0);
    }

    public ControlDatagram number(int value) {
        number = value;
        return this;
    }

    public ControlDatagram ring(long newAddress, int newKey) {
        address = newAddress;
        key = newKey;
        return this;
    }

    public ControlDatagram pair(int newPair, int newPacket) {
        pair = newPair;
        packet = newPacket;
        return this;
    }

    public void encode(MemorySegment memory, long at) {
        memory.set(INT, at, source);
        memory.set(INT, at + 4, kind);
        memory.set(INT, at + 8, sequence);
        memory.set(INT, at + 12, number);
        memory.set(LONG, at + 16, address);
        memory.set(INT, at + 24, key);
        memory.set(INT, at + 28, pair);
        memory.set(INT, at + 32, packet);
    }

    public void decode(MemorySegment memory, long at) {
        source = memory.get(INT, at);
        kind = memory.get(INT, at + 4);
        sequence = memory.get(INT, at + 8);
        number = memory.get(INT, at + 12);
        address = memory.get(LONG, at + 16);
        key = memory.get(INT, at + 24);
        pair = memory.get(INT, at + 28);
        packet = memory.get(INT, at + 32);
    }
}
