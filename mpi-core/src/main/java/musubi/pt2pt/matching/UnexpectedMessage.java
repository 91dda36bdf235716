package musubi.pt2pt.matching;

import musubi.group.ContextId;
import musubi.group.MessageAddress;
import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.region.Region;

/**
 * A message that no receive has matched, or that a matched probe has taken out: its envelope, and
 * its payload if that was sent along.
 */
@Accounted(Component.BUFFERS)
public final class UnexpectedMessage {
    final Region payload = new Region();
    byte[] storage;
    int from;
    int contextId;
    int source;
    int tag;
    int kind;
    int flags;
    long length;
    long cookie;
    long remoteKey;
    int objectCount;

    /** Whether it is in the queue: a matched probe takes it out. */
    boolean isQueued;

    /** See {@link #journalNumber}. */
    long journalNumber;

    UnexpectedMessage nextArrival;
    UnexpectedMessage previousArrival;
    UnexpectedMessage nextInBucket;
    UnexpectedMessage previousInBucket;

    UnexpectedMessage() {}

    /** The sender's rank in the communicator. */
    public int source() {
        return source;
    }

    /** The tag. */
    public int tag() {
        return tag;
    }

    /** Bytes of the message. */
    public long bytes() {
        return length;
    }

    /** Objects in the message, for {@code MPI.OBJECT}. */
    public int objectCount() {
        return objectCount;
    }

    /** The sender's rank in the world. */
    public int from() {
        return from;
    }

    /** The context. */
    public int contextId() {
        return contextId;
    }

    /** The flags of the envelope; see {@link MessageKind}. */
    public int flags() {
        return flags;
    }

    /** What it is made of: a {@link musubi.type.TypeCode}. */
    public int typeCode() {
        return flags >>> MessageKind.TYPE_SHIFT;
    }

    /** Whether the data has not come along, but for what is sent ahead. */
    public boolean isAnnounced() {
        return kind == MessageKind.READY_TO_SEND;
    }

    /** Whether it is serialised objects. */
    boolean hasObjects() {
        return (flags & MessageKind.OBJECTS) != 0;
    }

    /** Whether the sender waits until the message is matched. */
    public boolean isSynchronous() {
        return kind == MessageKind.EAGER && (flags & MessageKind.SYNCHRONOUS) != 0;
    }

    /** The request of the sender, if it is announced or synchronous. */
    public long cookie() {
        return cookie;
    }

    /** The key of the send buffer of an announced message; negative if there is none. */
    public long remoteKey() {
        return remoteKey;
    }

    /** The data that has come along. */
    public Region payload() {
        return payload;
    }

    /** The message that arrived next; null for the last one. */
    public UnexpectedMessage next() {
        return nextArrival;
    }

    /** Its number in a journal among those of its source, then that of its receive. */
    public long journalNumber() {
        return journalNumber;
    }

    /** Sets its number in a journal. */
    public void setJournalNumber(long number) {
        journalNumber = number;
    }

    /** The message with its match bits, for reports. */
    public String describe() {
        String comm = " in " + ContextId.nameOf(contextId);
        String internal = ContextId.internalUse(contextId, tag);
        return internal != null
                ? "part of " + internal + comm + " from rank " + source
                : "source=" + source + " tag=" + tag + " bytes=" + length + comm;
    }

    /** Whether a receive with these match bits takes it. */
    public boolean fits(int wantedContext, int wantedSource, int wantedTag) {
        return contextId == wantedContext
                && (wantedSource == MessageAddress.ANY_SOURCE || wantedSource == source)
                && (wantedTag == tag || wantedTag == MessageAddress.ANY_TAG && tag >= 0);
    }
}
