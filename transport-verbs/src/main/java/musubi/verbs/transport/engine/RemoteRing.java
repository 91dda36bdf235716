package musubi.verbs.transport.engine;

import musubi.verbs.transport.protocol.ControlDatagram;
import musubi.verbs.transport.protocol.MessageHeader;

import java.lang.foreign.MemorySegment;

/** A ring at a peer that this rank writes its messages to. */
public final class RemoteRing {
    private final int[] numbers;
    private final int window;
    private final long address;
    private final int remoteKey;
    private int writes;

    /** The reliable connection that it is written over; null when an initiator writes. */
    final SendChannel channel;

    /** Whether messages are written to it from now on. */
    public boolean open;

    /** Whether it is given back when all writes have arrived. */
    boolean closing;

    /** Writes that have not arrived, as far as is known. */
    int undelivered;

    /**
     * A ring that is not open.
     *
     * @param offer names the ring
     * @param window messages that may be under way to the peer
     */
    public RemoteRing(ControlDatagram offer, int entries, int window, SendChannel lane) {
        address = offer.address;
        remoteKey = offer.key;
        numbers = new int[entries];
        this.window = window;
        this.channel = lane;
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

    /** Makes a slot a write to the next entry. */
    public void assignEntry(SendSlot slot, MemorySegment memory) {
        int entry = writes % numbers.length;
        slot.ring = this;
        slot.remoteAddress = address + (long) entry * MessageHeader.ENTRY_BYTES;
        slot.remoteKey = remoteKey;
        MessageHeader.stamp(memory, slot.offset, writes + 1);
    }

    /** The slot with a message of this number has been posted. */
    public void onPosted(int number) {
        numbers[writes % numbers.length] = number;
        writes++;
        undelivered++;
    }
}
