package musubi.pt2pt.matching;

import musubi.comm.Communicator;
import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.pt2pt.PointToPoint;
import musubi.region.Region;

/**
 * A message that nobody has asked for yet, or that a matched probe has taken out: its envelope, and
 * its payload if it came along.
 */
@Accounted(Component.BUFFERS)
public final class UnexpectedMessage {
    public final Region payload = new Region();
    byte[] storage;
    public int from;
    public int contextId;
    public int source;
    public int tag;
    public boolean announced;
    public boolean synchronous;
    boolean objects;
    public int flags;
    public long length;
    public long cookie;
    public long remoteKey;
    public int objectCount;

    /** Its number in a journal among those of its source, then that of its receive. */
    public long number;

    public UnexpectedMessage nextArrival;
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

    /** What it is, for reports. */
    public String describe() {
        String comm = " in " + Communicator.nameOf(contextId);
        return Communicator.isOfCollectives(contextId)
                ? "part of a collective operation" + comm + " from rank " + source
                : "source=" + source + " tag=" + tag + " bytes=" + length + comm;
    }

    public boolean fits(int wantedContext, int wantedSource, int wantedTag) {
        return contextId == wantedContext
                && (wantedSource == PointToPoint.ANY_SOURCE || wantedSource == source)
                && (wantedTag == tag || wantedTag == PointToPoint.ANY_TAG && tag >= 0);
    }
}
