package musubi.check;

import musubi.comm.Communicator;
import musubi.error.MpiFailure;
import musubi.group.ContextId;
import musubi.progress.WaitDependencies;
import musubi.progress.Waitable;
import musubi.pt2pt.PointToPoint;
import musubi.pt2pt.RecvRequest;
import musubi.pt2pt.SendRequest;
import musubi.pt2pt.request.SendMode;
import musubi.type.MpiType;

/**
 * Compares {@link CollectiveFingerprint}s of all ranks by dissemination: in step i each rank sends
 * what it has to the rank 2^i above it, and continues with {@link CollectiveFingerprint#NONE} if
 * that of the rank 2^i below it differs. All ranks come to the same result.
 *
 * <p>Used for one comparison after the other. Thread rule: the thread that holds the rank's gate.
 */
final class FingerprintExchange implements Waitable {
    private final PointToPoint pt2pt;
    private final long[] own = new long[1];
    private final long[] below = new long[1];
    private Communicator comm;
    private String operation;
    private int tag;
    private int distance;

    /** The messages of the present step; null between two steps. */
    private RecvRequest receive;

    private SendRequest send;

    FingerprintExchange(PointToPoint pt2pt) {
        this.pt2pt = pt2pt;
    }

    /**
     * Begins a comparison.
     *
     * @param all the ranks whose fingerprints are compared
     * @param name of the call, for reports
     */
    void begin(Communicator all, String name, int checkTag, long fingerprint) {
        comm = all;
        operation = name;
        tag = checkTag;
        own[0] = fingerprint;
        distance = 1;
    }

    /** Whether there is no further step. */
    boolean isOver() {
        return distance >= comm.size();
    }

    /** Whether the fingerprints were equal, and not {@link CollectiveFingerprint#NONE}. */
    boolean areEqual() {
        return own[0] != CollectiveFingerprint.NONE;
    }

    /** Starts the messages of the next step. */
    void startStep() {
        int ranks = comm.size();
        int context = comm.collectiveContextId();
        receive = pt2pt.recvRequest().bind(below, 0, 1, MpiType.LONG);
        pt2pt.start(receive, context, comm, Math.floorMod(comm.rank() - distance, ranks), tag);
        send = pt2pt.sendRequest(SendMode.STANDARD).bind(own, 0, 1, MpiType.LONG);
        pt2pt.start(send, context, comm, (comm.rank() + distance) % ranks, tag);
    }

    /** The messages of the present step. */
    RecvRequest receive() {
        return receive;
    }

    SendRequest send() {
        return send;
    }

    /** Whether the messages of the present step are complete. */
    @Override
    public boolean isComplete() {
        return receive.isComplete() && send.isComplete();
    }

    /** Ends a step with complete messages; returns their failure, or null. */
    MpiFailure endStep() {
        MpiFailure lost = receive.hasFailed() ? receive.failure() : send.failure();
        pt2pt.release(receive);
        pt2pt.release(send);
        receive = null;
        send = null;
        if (below[0] != own[0]) {
            own[0] = CollectiveFingerprint.NONE;
        }
        distance *= 2;
        return lost;
    }

    /**
     * Makes all steps.
     *
     * @return as {@link #areEqual}
     * @throws MpiFailure when a rank is lost, or of a deadlock; the exchange cannot be used again
     */
    boolean await() {
        while (!isOver()) {
            startStep();
            if (!isComplete()) {
                pt2pt.progress().await(this);
            }
            MpiFailure lost = endStep();
            if (lost != null) {
                throw lost;
            }
        }
        return areEqual();
    }

    @Override
    public void describeWait(WaitDependencies needs) {
        needs.describe(describe(operation, comm)).isCollective();
        addRanks(needs);
    }

    /** Adds the ranks whose messages are missing. */
    void addRanks(WaitDependencies needs) {
        if (receive != null && !receive.isComplete()) {
            needs.addRanksOf(receive);
        }
        if (send != null && !send.isComplete()) {
            needs.addRanksOf(send);
        }
    }

    /** Description of a call that is compared. */
    static String describe(String operation, Communicator comm) {
        return ("collective operation %s in %s"
                        + " (compared with the calls of the others before it starts)")
                .formatted(operation, ContextId.nameOf(comm.contextId()));
    }
}
