package musubi.verbs.transport;

import java.lang.foreign.MemorySegment;

/** A ring at a peer that this rank writes its messages to. */
final class OutRing {
    private final int[] numbers;
    private final int window;
    private final long address;
    private final int remoteKey;
    private int writes;

    /** The reliable connection that it is written over; null when an initiator writes. */
    final Lane lane;

    /** Whether messages are written to it from now on. */
    boolean open;

    /** Whether it is given back when all writes have arrived. */
    boolean closes;

    /** Writes that have not arrived, as far as is known. */
    int unfinished;

    /**
     * A ring that is not open.
     *
     * @param offer names the ring
     * @param window messages that may be under way to the peer
     */
    OutRing(ControlMessage offer, int entries, int window, Lane lane) {
        address = offer.address;
        remoteKey = offer.key;
        numbers = new int[entries];
        this.window = window;
        this.lane = lane;
    }

    /**
     * Whether the next entry is free: the peer has taken the message that was written there last.
     *
     * @param limit the credit that the peer has given: at most a window more than it has taken
     */
    boolean hasRoom(int limit) {
        int entry = writes % numbers.length;
        return writes < numbers.length || numbers[entry] - (limit - window) < 0;
    }

    /** Makes a slot a write to the next entry. */
    void aim(SendSlot slot, MemorySegment memory) {
        int entry = writes % numbers.length;
        slot.ring = this;
        slot.remoteAddress = address + (long) entry * MessageHeader.ENTRY_BYTES;
        slot.remoteKey = remoteKey;
        MessageHeader.stamp(memory, slot.offset, writes + 1);
    }

    /** The slot with a message of this number has been posted. */
    void onPosted(int number) {
        numbers[writes % numbers.length] = number;
        writes++;
        unfinished++;
    }
}
