package musubi.check;

import musubi.comm.Communicator;
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

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Checks that the ranks of a communicator make the same collective call. It does not block, so that
 * it can accompany a non-blocking operation; it completes on a rank only when all ranks have made
 * their call. Ranks of an intercommunicator are those of both its groups.
 *
 * <p>First all ranks compare {@link CollectiveFingerprint}s ({@link FingerprintExchange}); if they
 * are equal, the calls agree. Otherwise rank 0 gathers the calls, compares them, and sends its
 * verdict to all:
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
    private final int tag;

    /** Null once the fingerprints are compared. */
    private FingerprintExchange fingerprints;

    /** The record of this rank, once it is needed. */
    private CollectiveRecord mine;

    private final List<CommRequest> messages = new ArrayList<>(2);

    /** For each message an array of one object. */
    private Object[][] inbound;

    /** Of rank 0, once it has compared. */
    private String disagreement;

    private CollectiveCheck(
            Communicator given, String operation, int tag, Supplier<CollectiveRecord> call) {
        this.given = given;
        this.operation = operation;
        this.tag = tag;
        this.call = call;
        super();
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
        int tag = comm.all().nextCheckTag();
        CollectiveCheck check = new CollectiveCheck(comm, operation, tag, call);
        check.fingerprints = new FingerprintExchange(check.pt2pt);
        check.fingerprints.begin(check.comm, operation, tag, fingerprint);
        check.nextStep();
        check.advance();
        return check;
    }

    /** As {@link #start}, once the fingerprints of all ranks have turned out to differ. */
    static CollectiveCheck startRecords(
            Communicator comm, String operation, int tag, Supplier<CollectiveRecord> call) {
        CollectiveCheck check = new CollectiveCheck(comm, operation, tag, call);
        check.exchangeRecords();
        check.advance();
        return check;
    }

    private void nextStep() {
        if (fingerprints.isOver()) {
            boolean agree = fingerprints.areEqual();
            fingerprints = null;
            if (agree) {
                finish();
            } else {
                exchangeRecords();
            }
        } else {
            fingerprints.startStep();
            completeBy(fingerprints.receive());
            completeBy(fingerprints.send());
        }
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
        completeBy(message);
    }

    private void completeBy(CommRequest message) {
        if (!message.isComplete()) {
            message.onComplete(this, work);
        }
    }

    /** Always leaves the work list: the next message that completes adds it again. */
    @Override
    public boolean advance() {
        boolean advanced = true;
        while (advanced && !isComplete()) {
            advanced = fingerprints == null ? advanceRecords() : advanceFingerprints();
        }
        return true;
    }

    private boolean advanceFingerprints() {
        if (!fingerprints.isComplete()) {
            return false;
        }
        MpiFailure lost = fingerprints.endStep();
        if (lost != null) {
            fail(lost.errorClass(), lost.getMessage());
        } else {
            nextStep();
        }
        return true;
    }

    private boolean advanceRecords() {
        if (isAnyUnderWay()) {
            return false;
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
        if (fingerprints != null) {
            fingerprints.addRanks(needs);
        }
        for (CommRequest message : messages) {
            if (!message.isComplete()) {
                needs.addRanksOf(message);
            }
        }
    }

    @Override
    public String describe() {
        return FingerprintExchange.describe(operation, comm);
    }
}
