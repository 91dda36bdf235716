package musubi.verbs.transport.engine;

import musubi.verbs.transport.protocol.ControlDatagram;
import musubi.verbs.transport.protocol.RingWriteCursor;

import java.lang.foreign.MemorySegment;

/** A ring at a peer that this rank writes its messages to. */
final class RemoteRing {
    private final RingWriteCursor cursor;

    /** The reliable connection that it is written over; null when an initiator writes. */
    final SendChannel channel;

    private State state;

    /** Writes that are not known to have arrived. */
    private int undelivered;

    /** Life of a ring at its writer. */
    private enum State {
        /** Offered; the peer has not connected its queue pair. */
        CONNECTING,
        /** Messages are written to it. */
        OPEN,
        /** Released when all writes have arrived. */
        CLOSING
    }

    /**
     * A ring that the peer offers; open at once when an initiator writes it.
     *
     * @param window messages that may be under way to the peer
     */
    RemoteRing(ControlDatagram offer, int entries, int window, SendChannel channel) {
        cursor = new RingWriteCursor(offer, entries, window);
        this.channel = channel;
        state = channel == null ? State.OPEN : State.CONNECTING;
    }

    /** The peer has connected its queue pair; no effect when the ring is closing. */
    void open() {
        if (state == State.CONNECTING) {
            state = State.OPEN;
        }
    }

    /** Stops writing; false when it has been closed before. */
    boolean close() {
        boolean closes = state != State.CLOSING;
        state = State.CLOSING;
        return closes;
    }

    /**
     * Whether the next message can be written.
     *
     * @param limit the credit that the peer has given
     */
    boolean isWritable(int limit) {
        return state == State.OPEN && cursor.hasRoom(limit);
    }

    /** Makes a slot a write to the next entry. */
    void assignEntry(SendSlot slot, MemorySegment memory) {
        slot.ring = this;
        slot.remoteAddress = cursor.address();
        slot.remoteKey = cursor.remoteKey();
        cursor.stamp(memory, slot.offset);
    }

    /** The slot with a message of this number has been posted. */
    void onPosted(int number) {
        cursor.advance(number);
        undelivered++;
    }

    /** A write has arrived, or has failed and is retransmitted on another path. */
    void onCompleted() {
        undelivered--;
    }

    boolean isDrained() {
        return undelivered == 0;
    }
}
