package musubi.verbs.transport.engine;

import musubi.region.Region;
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

    /** The caller's memory, an array or a segment, and where in it the bytes are. */
    Object callers;

    long callersAt;

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

    /** Whether it has the remote side of a call. */
    boolean matches(VerbsPeer otherPeer, boolean otherReads, long otherKey, long otherOffset) {
        return state != State.FREE
                && peer == otherPeer
                && reads == otherReads
                && key == otherKey
                && offset == otherOffset;
    }

    /** Whether it has the local side of a call: several copies of one place may be in flight. */
    boolean isFor(Region region, long at, long length) {
        return bytes == length && callersAt == region.base() + at && callers.equals(of(region));
    }

    /** Notes the local side. */
    void set(Region region, long at, long length) {
        callers = of(region);
        callersAt = region.base() + at;
        bytes = length;
    }

    private static Object of(Region region) {
        return region.array() == null ? region.segment() : region.array();
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
        callers = null;
        copy = null;
    }
}
