package musubi.comm;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.progress.WaitDependencies;
import musubi.progress.WorkList;
import musubi.pt2pt.PointToPoint;
import musubi.pt2pt.RecvRequest;
import musubi.pt2pt.SendRequest;
import musubi.pt2pt.request.CommRequest;
import musubi.pt2pt.request.SendMode;
import musubi.type.MpiType;

/**
 * The members of a communicator agree on an id for a new one, without blocking. MPI-4.1 section
 * 7.4.2.
 *
 * <p>Each rank proposes an id that it has not used and reserves it, and all compute the smallest
 * and the largest proposal. If they are equal, that is the id: no other agreement that shares a
 * rank with this one can end with it, because that rank would have to propose it there too.
 * Otherwise each proposes the largest, if that is free on this rank, or else a new id, and so on.
 * Two agreements that keep taking each other's ids diverge, because they skip different numbers.
 *
 * <p>Smallest and largest by dissemination (Hensgen et al., IJPP 17(1), 1988): ceil(log2 n) rounds,
 * in each of which a rank receives from the one that is 1, 2, 4, ... before it.
 *
 * <pre>
 *   n = 5, proposals that rank 4 has:  4 | 3 4 | 1 2 3 4 | all
 * </pre>
 */
final class ContextIdAgreement extends CommRequest {
    /** In place of a proposal: this rank has lost a peer, so the agreement fails. */
    private static final long FAILED = -1;

    private final ExchangeGroup members;
    private final Communicator created;
    private final PointToPoint pt2pt;
    private final WorkList work;
    private final int tag;
    private final long[] known = new long[2];
    private final long[] received = new long[2];
    private ContextIdProposal proposal;
    private int distance;
    private SendRequest send;
    private RecvRequest recv;
    private MpiFailure failure;

    /**
     * An agreement on the id of a communicator.
     *
     * @param members the ranks that agree
     * @param created the communicator that gets the id; null on a rank that is not in it
     * @param tag distinguishes agreements under way at the same time
     */
    ContextIdAgreement(ExchangeGroup members, Communicator created, int tag) {
        this.members = members;
        this.created = created;
        this.tag = tag;
        pt2pt = members.comm().pt2pt();
        work = pt2pt.progress().work();
        restartRequest();
    }

    /** Starts and does what is possible now. */
    ContextIdAgreement start() {
        Communicator comm = members.comm();
        proposal = new ContextIdProposal(comm.environment().contextIds(), tag + comm.contextId());
        begin();
        advance();
        return this;
    }

    private void begin() {
        known[0] = failure == null ? proposal.value() : FAILED;
        known[1] = proposal.value();
        distance = 1;
    }

    /** Always leaves the work list: the next message that completes adds it again. */
    @Override
    public boolean advance() {
        while (!isComplete() && collect()) {
            if (distance < members.size()) {
                exchange();
            } else {
                conclude();
            }
        }
        return true;
    }

    /** Receives the messages of a round; false while one is under way. */
    private boolean collect() {
        if (send == null) {
            return true;
        }
        if (!send.isComplete() || !recv.isComplete()) {
            return false;
        }
        boolean failed = noteFailure(send) | noteFailure(recv);
        known[0] = failed ? FAILED : Math.min(known[0], received[0]);
        known[1] = failed ? known[1] : Math.max(known[1], received[1]);
        pt2pt.release(send);
        pt2pt.release(recv);
        send = null;
        recv = null;
        distance *= 2;
        return true;
    }

    /** Goes on after a failure, because others wait for this rank's messages. */
    private boolean noteFailure(CommRequest message) {
        if (message.hasFailed() && failure == null) {
            failure = message.failure();
        }
        return message.hasFailed();
    }

    private void exchange() {
        Communicator comm = members.comm();
        int context = comm.collectiveContextId();
        recv = pt2pt.recvRequest().bind(received, 0, 2, MpiType.LONG);
        pt2pt.start(recv, context, comm, members.rankAfter(-distance), tag);
        send = pt2pt.sendRequest(SendMode.STANDARD).bind(known, 0, 2, MpiType.LONG);
        pt2pt.start(send, context, comm, members.rankAfter(distance), tag);
        watch(recv);
        watch(send);
    }

    private void watch(CommRequest message) {
        if (!message.isComplete()) {
            message.onComplete(this, work);
        }
    }

    private void conclude() {
        if (known[0] == FAILED) {
            String reason = "a rank of the communicator is gone: size=" + members.size();
            fail(
                    failure == null ? ErrorClass.PROC_ABORTED : failure.errorClass(),
                    failure == null ? reason : failure.getMessage());
        } else if (proposal.settles(known[0], known[1])) {
            if (created != null) {
                created.assignId(proposal.value());
            }
            finish();
        } else {
            begin();
        }
    }

    /** MPI-4.1 section 7.4.2: it cannot be cancelled. */
    @Override
    public void cancel() {
        throw new MpiFailure(
                ErrorClass.REQUEST, "making a communicator cannot be cancelled: " + describe());
    }

    @Override
    public void describeWait(WaitDependencies needs) {
        needs.describe(describe()).isCollective();
        if (recv != null && !recv.isComplete()) {
            recv.describeWait(needs);
        } else if (send != null) {
            send.describeWait(needs);
        }
    }

    @Override
    public String describe() {
        return "agreement on a new context id by %s ranks, offer=%s"
                .formatted(members.size(), proposal.value());
    }
}
