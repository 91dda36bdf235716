package musubi.pt2pt.matching;

import musubi.group.CommContext;
import musubi.group.ContextId;
import musubi.group.MessageAddress;
import musubi.pt2pt.request.CommRequest;

/** A receive as matching sees it: its match bits, and its place among the posted receives. */
public abstract class PendingReceive extends CommRequest {
    int contextId;
    int wantedSource;
    int wantedTag;
    long postedAt;

    /** Where it is posted, else null. */
    PostedReceiveQueue.Chain chain;

    PendingReceive nextPosted;
    PendingReceive previousPosted;
    private int peerRank;

    /** The communicator whose members may serve a posted receive from any source, else null. */
    private CommContext candidates;

    /** See {@link #journalNumber}. */
    private long journalNumber;

    private boolean reserved;

    protected PendingReceive() {}

    /**
     * Sets the match bits.
     *
     * @param source rank in the communicator, or ANY_SOURCE
     * @param tag or ANY_TAG
     * @param sourceInWorld its world rank, or ANY_SOURCE
     */
    public final void setMatchBits(int context, int source, int tag, int sourceInWorld) {
        contextId = context;
        wantedSource = source;
        wantedTag = tag;
        peerRank = sourceInWorld;
    }

    /** Sets the context of a receive whose message has been found by a probe. */
    public final void setContextId(int context) {
        contextId = context;
    }

    /** Sets the communicator whose members may send the message; null if the source is given. */
    public final void setCandidates(CommContext comm) {
        candidates = comm;
    }

    /** The context. */
    public final int contextId() {
        return contextId;
    }

    /** The rank in the communicator, or ANY_SOURCE. */
    public final int wantedSource() {
        return wantedSource;
    }

    /** The tag, or ANY_TAG. */
    public final int wantedTag() {
        return wantedTag;
    }

    /** The world rank of the source, or ANY_SOURCE. */
    public final int peerRank() {
        return peerRank;
    }

    /** The communicator whose members may serve it; null if the source is given. */
    public final CommContext candidates() {
        return candidates;
    }

    /** Whether it is posted and waits for a message. */
    public final boolean isPosted() {
        return chain != null;
    }

    /** Its number in a journal; see {@link MatchControl}. */
    public final long journalNumber() {
        return journalNumber;
    }

    /** Sets its number in a journal. */
    public final void setJournalNumber(long number) {
        journalNumber = number;
    }

    /** Whether a journal has recorded its message. */
    public final boolean isReserved() {
        return reserved;
    }

    /** Sets whether a journal has recorded its message. */
    public final void setReserved(boolean isReserved) {
        reserved = isReserved;
    }

    /** Whether this receive takes a message with these match bits. */
    public final boolean takes(int messageContext, int messageSource, int messageTag) {
        return contextId == messageContext
                && (wantedSource == MessageAddress.ANY_SOURCE || wantedSource == messageSource)
                && (wantedTag == messageTag
                        || wantedTag == MessageAddress.ANY_TAG && messageTag >= 0);
    }

    /** Whether this posted receive waits for a rank, alone or among others. */
    final boolean waitsFor(int worldRank) {
        return peerRank == worldRank
                || candidates != null && candidates.peers().rankOf(worldRank) >= 0;
    }

    /** Whether its items are objects, which travel in their serial form. */
    public boolean takesObjects() {
        return false;
    }

    /** Whether it names no source or no tag. */
    public final boolean hasWildcard() {
        return wantedSource == MessageAddress.ANY_SOURCE || wantedTag == MessageAddress.ANY_TAG;
    }

    /** Why a message in this receive's context does not match. */
    public final String describeMismatch(UnexpectedMessage message) {
        boolean anySource = wantedSource == MessageAddress.ANY_SOURCE;
        if (ContextId.internalUse(contextId, wantedTag) != null) {
            return "its receive is for another call or step: the ranks call collective operations"
                    + " in different orders, or with different arguments";
        }
        boolean source = !(wantedSource == message.source() || anySource);
        return "its receive is for "
                + (source ? "source=" + wantedSource : "tag=" + wantedTag)
                + ", not "
                + (source ? message.source() : message.tag());
    }
}
