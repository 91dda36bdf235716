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
 * A ring of entries that one source writes its messages to, and no work request or completion tells
 * of them: this rank looks at the next entry. Kept and given to other sources.
 */
@Accounted(Component.BUFFERS)
final class LocalRing {
    private final int entries;
    private final MemorySegment memory;
    private final MemoryRegion region;
    private int taken;

    /** Whose it is. */
    VerbsPeer source;

    /** The connection that it is written over; null when an initiator writes. */
    QueuePair pair;

    /** Whether the source had no reliable connection left for it. */
    boolean declinesReliable;

    /** Its first packet number. */
    int firstPacket;

    /** What the agreement with the source has come to. */
    State state = State.FREE;

    /** How its source's messages come when it has been given back. */
    ReceivePath nextPath = ReceivePath.SEND;

    /** Messages with lower numbers may still come through it, when it is released. */
    int releasedAt;

    /** Life of a ring. */
    enum State {
        /** Nobody's. */
        FREE,
        /** Offered to a source that has not answered. */
        OFFERED,
        /** In use. */
        OPEN,
        /** The source shall give it back. */
        RECALLED,
        /** The source has given it back; messages may lie in it. */
        RELEASED
    }

    LocalRing(ProtectionDomain domain, int entries) {
        this.entries = entries;
        memory = Arena.ofAuto().allocate((long) entries * MessageHeader.ENTRY_BYTES, Long.BYTES);
        region =
                domain.register(
                        memory, EnumSet.of(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE));
    }

    /** Makes it empty, for a new source. */
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

    /** Where the next entry lies. */
    long nextOffset() {
        return (long) (taken % entries) * MessageHeader.ENTRY_BYTES;
    }

    /** Whether something has been written there. */
    boolean isFilled() {
        return MessageHeader.hasStamp(memory, nextOffset(), taken + 1);
    }

    /** Whether the next message of the source lies there; passes over what came on another way. */
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

    /** The next message has been taken. */
    void advance() {
        taken++;
    }
}
