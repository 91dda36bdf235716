package musubi.coll;

import musubi.op.ReductionOp;

/**
 * The arguments of one collective call on one rank. A mutable parameter object: a blocking call may
 * reuse it; of a non-blocking one it belongs to the operation until complete.
 */
public final class CollectiveCall {
    /** In place of a root's rank: this rank is the root, in an intercommunicator. */
    public static final int ROOT = -4;

    public CollectiveKind kind;

    /** What this rank contributes. */
    public final CollectiveBuffer send = new CollectiveBuffer();

    /** What this rank gets; in a broadcast both ways. */
    public final CollectiveBuffer receive = new CollectiveBuffer();

    /** The reduction, else null. */
    public ReductionOp op;

    /**
     * The root's rank, in rooted operations. In an intercommunicator its rank in the remote group,
     * or {@link #ROOT}, or {@link musubi.group.MessageAddress#PROC_NULL} on a rank of the root's
     * group that is not the root. MPI-4.1 section 6.2.3.
     */
    public int root;

    /**
     * Whether this rank's contribution lies in the receive buffer; in a scatter whether the root's
     * block stays in the send buffer. Ranks other than the root ignore it in a scatter; in a gather
     * or reduce of equal counts they contribute {@code receive.count} items of {@code receive}.
     * MPI-4.1 section 6.2.3.
     */
    public boolean inPlace;

    public CollectiveCall() {}

    /** Starts over for another operation. */
    public CollectiveCall reset(CollectiveKind kind) {
        this.kind = kind;
        send.clear();
        receive.clear();
        op = null;
        root = 0;
        inPlace = false;
        return this;
    }
}
