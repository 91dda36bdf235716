package musubi.verbs.transport.protocol;

import java.lang.foreign.MemorySegment;

/**
 * The writer's position in a ring of entries at its peer. An entry is free again when the credit
 * from the peer shows that the message written there has been taken, so no head pointer travels.
 */
public final class RingWriteCursor {
    private final long address;
    private final int remoteKey;
    private final int window;

    /** The number of the message in each entry. */
    private final int[] numbers;

    private int writes;

    /**
     * The first entry of a ring.
     *
     * @param offer address and remote key of the ring
     * @param window messages that may be under way to the peer
     */
    public RingWriteCursor(ControlDatagram offer, int entries, int window) {
        address = offer.address;
        remoteKey = offer.key;
        this.window = window;
        numbers = new int[entries];
    }

    /**
     * Whether the next entry is free: the peer has taken the message that was written there last.
     *
     * @param limit the credit that the peer has given: at most a window more than it has taken
     */
    public boolean hasRoom(int limit) {
        int entry = writes % numbers.length;
        return writes < numbers.length || numbers[entry] - (limit - window) < 0;
    }

    /** Remote address of the next entry. */
    public long address() {
        return address + (long) (writes % numbers.length) * MessageHeader.ENTRY_BYTES;
    }

    /** Key of the ring's memory. */
    public int remoteKey() {
        return remoteKey;
    }

    /** Marks an encoded message as the write to the next entry. */
    public void stamp(MemorySegment memory, long at) {
        MessageHeader.stamp(memory, at, writes + 1);
    }

    /** Moves on: the message with this number is posted as a write to the next entry. */
    public void advance(int number) {
        numbers[writes % numbers.length] = number;
        writes++;
    }
}
