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
import java.util.function.Supplier;

/**
 * Checks that the ranks of a communicator make the same collective call. It does not block, so that
 * it can accompany a non-blocking operation; it completes on a rank only when all ranks have made
 * their call. Ranks of an intercommunicator are those of both its groups.
 *
 * <p>First all ranks compare {@link CollectiveFingerprint}s by dissemination: in step i each rank
 * sends what it has to the rank 2^i above it, and continues with {@link CollectiveFingerprint#NONE}
 * if that of the rank 2^i below it differs. All ranks come to the same result; if they are equal,
 * the calls agree. Otherwise rank 0 gathers the calls, compares them, and sends its verdict to all:
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
    private final String operation;
    private final Supplier<CollectiveRecord> call;
    private final long[] fingerprint = new long[1];
    private final long[] fingerprintBelow = new long[1];

    /** From this rank to those of the present step; 0 once the fingerprints are compared. */
    private int distance = 1;

    /** The record of this rank, once it is needed. */
    private CollectiveRecord mine;

    private final int tag = comm.nextCheckTag();
    private final List<CommRequest> messages = new ArrayList<>(2);

    /** For each message an array of one object. */
    private Object[][] inbound;

    /** Of rank 0, once it has compared. */
    private String disagreement;

    private CollectiveCheck(
            Communicator given,
            String operation,
            long fingerprint,
            Supplier<CollectiveRecord> call) {
        this.given = given;
        this.operation = operation;
        this.call = call;
        super();
        this.fingerprint[0] = fingerprint;
        restartRequest();
    }

    /**
     * Starts to compare this call of a rank with those of the others.
     *
     * @param operation name of the call
     * @param call its record, which is used only if the fingerprints of the ranks differ, perhaps
     *     by another thread than this one
     */
    static CollectiveCheck start(
            Communicator comm,
            String operation,
            long fingerprint,
            Supplier<CollectiveRecord> call) {
        CollectiveCheck check = new CollectiveCheck(comm, operation, fingerprint, call);
        check.beginStep();
        check.advance();
        return check;
    }

    private boolean isComparingFingerprints() {
        return distance > 0;
    }

    private void beginStep() {
        int ranks = comm.size();
        int rank = comm.rank();
        if (distance < ranks) {
            RecvRequest below = pt2pt.recvRequest().bind(fingerprintBelow, 0, 1, MpiType.LONG);
            start(below, Math.floorMod(rank - distance, ranks));
            SendRequest above =
                    pt2pt.sendRequest(SendMode.STANDARD).bind(fingerprint, 0, 1, MpiType.LONG);
            start(above, (rank + distance) % ranks);
        }
    }

    private void endStep() {
        int ranks = comm.size();
        if (distance < ranks && fingerprintBelow[0] != fingerprint[0]) {
            fingerprint[0] = CollectiveFingerprint.NONE;
        }
        distance = 2 * distance < ranks ? 2 * distance : 0;
        if (isComparingFingerprints()) {
            beginStep();
        } else if (fingerprint[0] != CollectiveFingerprint.NONE) {
            finish();
            return;
        } else {
            exchangeRecords();
        }
        advance();
    }

    private void exchangeRecords() {
        mine = call.get();
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
        start(pt2pt.recvRequest().bind(into, 0, 1, MpiType.OBJECT), source);
    }

    private void send(Object message, int dest) {
        Object[] objects = {message};
        start(pt2pt.sendRequest(SendMode.STANDARD).bind(objects, 0, 1, MpiType.OBJECT), dest);
    }

    private void start(RecvRequest request, int source) {
        pt2pt.start(request, comm.collectiveContextId(), comm, source, tag);
        watch(request);
    }

    private void start(SendRequest request, int dest) {
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
        if (isComplete() || isAnyUnderWay()) {
            return true;
        }
        MpiFailure lost = release();
        if (lost != null) {
            fail(lost.errorClass(), lost.getMessage());
        } else if (isComparingFingerprints()) {
            endStep();
        } else if (comm.rank() != 0) {
            conclude((String) inbound[0][0]);
        } else if (disagreement == null) {
            compare();
        } else {
            conclude(disagreement);
        }
        return true;
    }

    private boolean isAnyUnderWay() {
        for (int i = 0; i < messages.size(); i++) {
            if (!messages.get(i).isComplete()) {
                return true;
            }
        }
        return false;
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
                .formatted(operation, ContextId.nameOf(comm.contextId()));
    }
}
