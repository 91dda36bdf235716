package musubi.check;

import musubi.comm.Communicator;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.ContextId;
import musubi.progress.WaitDependencies;
import musubi.progress.WorkList;
import musubi.pt2pt.PointToPoint;
import musubi.pt2pt.RecvRequest;
import musubi.pt2pt.SendRequest;
import musubi.pt2pt.request.CommRequest;
import musubi.pt2pt.request.SendMode;
import musubi.type.MpiType;

import java.util.ArrayList;
import java.util.List;

/**
 * Checks that the ranks of a communicator make the same collective call: rank 0 gathers the calls,
 * compares them, and sends its verdict to all. It does not block, so that it can accompany a
 * non-blocking operation; it completes on a rank only when all ranks have made their call. Ranks of
 * an intercommunicator are those of both its groups.
 *
 * <pre>
 *   rank 1..n-1:  record ----------- rank 0: compares ----------- verdict, empty if they agree
 * </pre>
 *
 * Both travel as objects, because their length is not known to the receiver.
 */
public final class CollectiveCheck extends CommRequest {
    private final Communicator given;

    /** All ranks that have to agree. */
    private final Communicator comm = given.all();

    private final PointToPoint pt2pt = comm.services().pt2pt();
    private final WorkList work = pt2pt.progress().work();
    private final CollectiveRecord mine;
    private final int tag = comm.nextCheckTag();
    private final List<CommRequest> messages = new ArrayList<>();

    /** For each message an array of one object. */
    private Object[][] inbound;

    /** Of rank 0, once it has compared. */
    private String disagreement;

    private CollectiveCheck(Communicator given, CollectiveRecord mine) {
        this.given = given;
        this.mine = mine;
        super();
        restartRequest();
    }

    /** Starts to compare this call of a rank with those of the others. */
    static CollectiveCheck start(Communicator comm, CollectiveRecord mine) {
        CollectiveCheck check = new CollectiveCheck(comm, mine);
        check.begin();
        check.advance();
        return check;
    }

    private void begin() {
        if (comm.rank() == 0) {
            inbound = new Object[comm.size()][1];
            for (int rank = 1; rank < comm.size(); rank++) {
                receive(inbound[rank], rank);
            }
        } else {
            inbound = new Object[1][1];
            receive(inbound[0], 0);
            send(mine.encode(), 0);
        }
    }

    private void receive(Object[] into, int source) {
        RecvRequest request = pt2pt.recvRequest().bind(into, 0, 1, MpiType.OBJECT);
        pt2pt.start(request, comm.collectiveContextId(), comm, source, tag);
        watch(request);
    }

    private void send(Object message, int dest) {
        SendRequest request =
                pt2pt.sendRequest(SendMode.STANDARD)
                        .bind(new Object[] {message}, 0, 1, MpiType.OBJECT);
        pt2pt.start(request, comm.collectiveContextId(), comm, dest, tag);
        watch(request);
    }

    private void watch(CommRequest message) {
        messages.add(message);
        if (!message.isComplete()) {
            message.onComplete(this, work);
        }
    }

    /** Always leaves the work list: the next message that completes adds it again. */
    @Override
    public boolean advance() {
        if (isComplete() || messages.stream().anyMatch(message -> !message.isComplete())) {
            return true;
        }
        MpiFailure lost = release();
        if (lost != null) {
            fail(lost.errorClass(), lost.getMessage());
        } else if (comm.rank() != 0) {
            conclude((String) inbound[0][0]);
        } else if (disagreement == null) {
            compare();
        } else {
            conclude(disagreement);
        }
        return true;
    }

    private MpiFailure release() {
        MpiFailure lost = null;
        for (CommRequest message : messages) {
            lost = lost == null ? message.failure() : lost;
            pt2pt.release(message);
        }
        messages.clear();
        return lost;
    }

    private void compare() {
        CollectiveRecord[] records = new CollectiveRecord[comm.size()];
        records[0] = mine;
        for (int rank = 1; rank < records.length; rank++) {
            records[rank] = CollectiveRecord.decode((byte[]) inbound[rank][0]);
        }
        disagreement = CollectiveComparison.disagreement(given, records);
        for (int rank = 1; rank < records.length; rank++) {
            send(disagreement, rank);
        }
        advance();
    }

    private void conclude(String verdict) {
        if (verdict.isEmpty()) {
            finish();
        } else {
            fail(ErrorClass.NOT_SAME, verdict);
        }
    }

    /** MPI-4.1 section 6.12: a collective operation cannot be cancelled. */
    @Override
    public void cancel() {
        throw new MpiFailure(
                ErrorClass.REQUEST, "a collective operation cannot be cancelled: " + describe());
    }

    @Override
    public void describeWait(WaitDependencies needs) {
        needs.describe(describe()).isCollective();
        for (CommRequest message : messages) {
            if (!message.isComplete()) {
                needs.addRanksOf(message);
            }
        }
    }

    @Override
    public String describe() {
        return ("collective operation %s in %s"
                        + " (compared with the calls of the others before it starts)")
                .formatted(mine.operation(), ContextId.nameOf(comm.contextId()));
    }
}
