package musubi.verbs.transport.engine;

import musubi.verbs.memory.MemoryRegion;

import java.lang.foreign.MemorySegment;

/** A part of a large message on its way between the memory of two ranks. Used again and again. */
final class RdmaTransfer {
    /** Its number, and the identifier of its work request. */
    final int id;

    State state = State.FREE;
    VerbsPeer peer;

    /** Whether it reads the peer's memory; else it writes there. */
    boolean reads;

    /** The peer's key, and the place behind it. */
    long key;

    long offset;
    long bytes;

    /** This rank's memory, as far as it is registered. */
    MemoryRegion local;

    /** The adapter's own copy of memory that it cannot use; null without. */
    MemorySegment copy;

    /** Life of a transfer. */
    enum State {
        FREE,
        /** The adapter has it. */
        POSTED,
        /** The bytes are there; whoever asked does not know. */
        DONE,
        /** That is not memory of the peer. */
        REFUSED
    }

    RdmaTransfer(int id) {
        this.id = id;
    }

    boolean matches(VerbsPeer otherPeer, boolean otherReads, long otherKey, long otherOffset) {
        return state != State.FREE
                && peer == otherPeer
                && reads == otherReads
                && key == otherKey
                && offset == otherOffset;
    }

    /** The memory is not the adapter's any more. */
    void release() {
        if (local != null) {
            local.close();
            local = null;
        }
    }

    void free() {
        release();
        state = State.FREE;
        peer = null;
        copy = null;
    }
}
