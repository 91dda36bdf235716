package musubi.verbs.transport.engine;

import musubi.verbs.memory.MemoryRegion;

import java.lang.foreign.MemorySegment;

/** A transfer of a part of a large message between the memory of two ranks. Reused. */
final class RdmaTransfer {
    /** Its index, and the identifier of its work request. */
    final int id;

    State state = State.FREE;
    VerbsPeer peer;

    /** Whether it reads the peer's memory, rather than writes to it. */
    boolean reads;

    /** Remote key, and offset in the region. */
    long key;

    long offset;
    long bytes;

    /** Registration of local memory; null without. */
    MemoryRegion local;

    /** Bounce buffer for memory that the adapter cannot use; null without. */
    MemorySegment copy;

    /** Life of a transfer. */
    enum State {
        FREE,
        /** Posted to the adapter. */
        POSTED,
        /** The bytes are transferred; the caller has not seen it. */
        DONE,
        /** The remote key or range is invalid. */
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

    /** Deregisters local memory. */
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
