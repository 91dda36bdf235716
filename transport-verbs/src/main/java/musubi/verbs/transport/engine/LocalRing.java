package musubi.verbs.transport.engine;

import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.verbs.adapter.QueuePair;
import musubi.verbs.memory.AccessFlag;
import musubi.verbs.memory.MemoryRegion;
import musubi.verbs.memory.ProtectionDomain;
import musubi.verbs.transport.policy.ReceivePath;
import musubi.verbs.transport.protocol.MessageHeader;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;

/**
 * A ring of entries that one source writes its messages to, without completions: this rank polls
 * the next entry. Reused for other sources.
 */
@Accounted(Component.BUFFERS)
final class LocalRing {
    private final int entries;
    private final MemorySegment memory;
    private final MemoryRegion region;
    private int taken;

    /** The source that writes to it. */
    VerbsPeer source;

    /** The reliable connection that it is written over; null when an initiator writes. */
    QueuePair pair;

    /** Whether the source had no reliable connection left for it. */
    boolean declinesReliable;

    /** Its first packet number. */
    int firstPacket;

    /** State of the negotiation with the source. */
    State state = State.FREE;

    /** Path of the source after the ring is released. */
    ReceivePath nextPath = ReceivePath.SEND;

    /** Messages with lower numbers may still lie in a released ring. */
    int releasedAt;

    /** Life of a ring. */
    enum State {
        /** Not assigned. */
        FREE,
        /** Offered; the source has not answered. */
        OFFERED,
        /** In use. */
        OPEN,
        /** Recalled; the source has not released it. */
        RECALLED,
        /** Released by the source; messages may lie in it. */
        RELEASED
    }

    LocalRing(ProtectionDomain domain, int entries) {
        this.entries = entries;
        memory = Arena.ofAuto().allocate((long) entries * MessageHeader.ENTRY_BYTES, Long.BYTES);
        region =
                domain.register(
                        memory, EnumSet.of(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE));
    }

    /** Empties it for a new source. */
    void reset(VerbsPeer newSource) {
        source = newSource;
        nextPath = ReceivePath.SEND;
        declinesReliable = false;
        taken = 0;
        for (int i = 0; i < entries; i++) {
            MessageHeader.length(memory, (long) i * MessageHeader.ENTRY_BYTES, 0);
        }
    }

    long address() {
        return region.address();
    }

    int remoteKey() {
        return region.remoteKey();
    }

    MemorySegment memory() {
        return memory;
    }

    /** Offset of the next entry. */
    long nextOffset() {
        return (long) (taken % entries) * MessageHeader.ENTRY_BYTES;
    }

    /** Whether the next entry has been written. */
    boolean isFilled() {
        return MessageHeader.hasStamp(memory, nextOffset(), taken + 1);
    }

    /**
     * Whether the next message of the source lies in the next entry; skips duplicates that arrived
     * on another path.
     */
    boolean hasNext() {
        while (isFilled()) {
            int ahead = source.distance(MessageHeader.number(memory, nextOffset()));
            if (ahead >= 0) {
                return ahead == 0;
            }
            taken++;
        }
        return false;
    }

    /** Ends its registration: writes to it fail from now on. */
    void close() {
        region.close();
    }

    /** Advances past the next entry. */
    void advance() {
        taken++;
    }
}
