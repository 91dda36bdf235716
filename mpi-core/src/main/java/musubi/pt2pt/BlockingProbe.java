package musubi.pt2pt;

import musubi.event.WaitTarget;
import musubi.group.CommContext;
import musubi.group.ContextId;
import musubi.group.MessageAddress;
import musubi.progress.WaitDependencies;
import musubi.progress.Waitable;
import musubi.pt2pt.matching.UnexpectedMessage;

/** A message that a probe waits for. */
final class BlockingProbe implements Waitable {
    private final PointToPoint pt2pt;
    private final CommContext comm;
    private final int source;
    private final int tag;
    private UnexpectedMessage message;

    BlockingProbe(PointToPoint pt2pt, CommContext comm, int source, int tag) {
        this.pt2pt = pt2pt;
        this.comm = comm;
        this.source = source;
        this.tag = tag;
    }

    /** The message; null before it is there. */
    UnexpectedMessage message() {
        return message;
    }

    /**
     * Looks for it.
     *
     * @throws musubi.error.MpiFailure of class PROC_ABORTED when none can come
     */
    @Override
    public boolean isComplete() {
        message = pt2pt.probe(comm, source, tag);
        if (message == null) {
            pt2pt.checkAlive(comm, source);
        }
        return message != null;
    }

    @Override
    public void fillTarget(WaitTarget target) {
        boolean any = source == MessageAddress.ANY_SOURCE;
        int from = any ? WaitTarget.NONE : comm.worldRank(source);
        target.set(WaitTarget.What.PROBE, from, tag, comm.contextId(), 0);
    }

    @Override
    public void describeWait(WaitDependencies needs) {
        boolean any = source == MessageAddress.ANY_SOURCE;
        String from = any ? "any" : Integer.toString(source);
        String of = tag == MessageAddress.ANY_TAG ? "any" : Integer.toString(tag);
        String where = ContextId.nameOf(comm.contextId());
        needs.describe("probe source=" + from + " tag=" + of + " in " + where);
        if (any) {
            addCandidates(comm, needs);
        } else {
            needs.addRank(comm.worldRank(source));
        }
    }

    /** Adds all ranks that may send to a receive from any source. */
    static void addCandidates(CommContext comm, WaitDependencies needs) {
        for (int member = 0; member < comm.size(); member++) {
            if (member != comm.rank() || comm.size() == 1) {
                needs.addRank(comm.worldRank(member));
            }
        }
        needs.anyRankSuffices();
    }
}
