package musubi.check;

import musubi.comm.Communicator;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.progress.Needs;
import musubi.progress.WorkList;
import musubi.pt2pt.PointToPoint;
import musubi.pt2pt.RecvRequest;
import musubi.pt2pt.Request;
import musubi.pt2pt.SendMode;
import musubi.pt2pt.SendRequest;
import musubi.type.Datatype;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The ranks of a communicator find out whether they make the same collective call: rank 0 gets what
 * each of them calls, compares, and tells all. It does not block, so that it can go along with a
 * non-blocking operation; it completes on a rank only when all ranks have made their call.
 *
 * <pre>
 *   rank 1..n-1:  record ----------- rank 0: compares ----------- verdict, empty if they agree
 * </pre>
 */
public final class CollectiveCheck extends Request {
    private static final int VERDICT_BYTES = 1 << 15;

    private final Communicator comm;
    private final PointToPoint pt2pt;
    private final WorkList work;
    private final CollectiveRecord mine;
    private final int tag;
    private final List<Request> messages = new ArrayList<>();
    private byte[][] inbound;

    /** Of rank 0, once it has compared. */
    private String disagreement;

    private CollectiveCheck(Communicator comm, CollectiveRecord mine) {
        this.comm = comm;
        this.mine = mine;
        tag = comm.nextCheckTag();
        pt2pt = comm.owner().pt2pt();
        work = pt2pt.progress().work();
        restartRequest();
    }

    /** Starts to compare this call of a rank with those of the others. */
    static CollectiveCheck start(Communicator comm, CollectiveRecord mine) {
        CollectiveCheck check = new CollectiveCheck(comm, mine);
        if (comm.rank() == 0) {
            check.inbound = new byte[comm.size()][];
            for (int rank = 1; rank < comm.size(); rank++) {
                check.inbound[rank] = new byte[CollectiveRecord.mostBytes(comm.size())];
                check.receive(check.inbound[rank], rank);
            }
        } else {
            check.inbound = new byte[][] {new byte[VERDICT_BYTES]};
            check.receive(check.inbound[0], 0);
            check.send(mine.encode(), 0);
        }
        check.advance();
        return check;
    }

    private void receive(byte[] into, int source) {
        RecvRequest request = pt2pt.recvRequest().bind(into, 0, into.length, Datatype.BYTE);
        pt2pt.start(request, comm.collectiveContextId(), comm, source, tag);
        watch(request);
    }

    private void send(byte[] bytes, int dest) {
        SendRequest request =
                pt2pt.sendRequest(SendMode.STANDARD).bind(bytes, 0, bytes.length, Datatype.BYTE);
        pt2pt.start(request, comm.collectiveContextId(), comm, dest, tag);
        watch(request);
    }

    private void watch(Request message) {
        messages.add(message);
        if (!message.isComplete()) {
            message.then(this, work);
        }
    }

    /** Always leaves the work list: the next message that completes brings it back. */
    @Override
    public boolean advance() {
        if (isComplete() || messages.stream().anyMatch(message -> !message.isComplete())) {
            return true;
        }
        MpiFailure lost = release();
        if (lost != null) {
            fail(lost.errorClass(), lost.getMessage());
        } else if (comm.rank() != 0) {
            conclude(text(inbound[0]));
        } else if (disagreement == null) {
            judge();
        } else {
            conclude(disagreement);
        }
        return true;
    }

    private MpiFailure release() {
        MpiFailure lost = null;
        for (Request message : messages) {
            lost = lost == null ? message.failure() : lost;
            pt2pt.release(message);
        }
        messages.clear();
        return lost;
    }

    private void judge() {
        CollectiveRecord[] records = new CollectiveRecord[comm.size()];
        records[0] = mine;
        for (int rank = 1; rank < records.length; rank++) {
            records[rank] = CollectiveRecord.decode(inbound[rank]);
        }
        disagreement = new CollectiveComparison(comm, records).disagreement();
        byte[] verdict = disagreement.getBytes(StandardCharsets.UTF_8);
        byte[] sent = Arrays.copyOf(verdict, Math.min(verdict.length + 1, VERDICT_BYTES));
        for (int rank = 1; rank < records.length; rank++) {
            send(sent, rank);
        }
        advance();
    }

    /** A verdict ends with a zero byte. */
    private static String text(byte[] verdict) {
        int length = 0;
        while (length < verdict.length && verdict[length] != 0) {
            length++;
        }
        return new String(verdict, 0, length, StandardCharsets.UTF_8);
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
    public void tell(Needs needs) {
        needs.add(describe());
        for (Request message : messages) {
            if (!message.isComplete()) {
                needs.fromThoseOf(message);
            }
        }
    }

    @Override
    public String describe() {
        return "collective operation "
                + mine.operation()
                + " in "
                + Communicator.nameOf(comm.contextId())
                + " (compared with the calls of the others before it starts)";
    }
}
