package musubi.check;

import musubi.coll.CollectiveCall;
import musubi.comm.Communicator;
import musubi.error.MpiFailure;
import musubi.pt2pt.PointToPoint;
import musubi.pt2pt.Request;

import java.util.ArrayList;
import java.util.List;

/**
 * The checks of a rank; there is none when {@code musubi.check} is off, which costs its users a
 * test for null.
 *
 * <p>Thread rule: the thread that holds the rank's gate, but {@link #leaks} from any.
 */
public final class Checks {
    private final PointToPoint pt2pt;
    private final Leaks leaks = new Leaks();
    private final BufferWatch buffers = new BufferWatch();

    /** The checks of a rank that has made nothing yet. */
    public Checks(PointToPoint pt2pt) {
        this.pt2pt = pt2pt;
    }

    /** Knows what the program has made and not given back. */
    public Leaks leaks() {
        return leaks;
    }

    /** Knows which buffers operations in flight use. */
    public BufferWatch buffers() {
        return buffers;
    }

    /**
     * Makes sure that all ranks of a communicator make a call that has no arguments to agree on.
     *
     * @param operation what it is, for example {@code DUP}
     * @param text the call with its arguments and place
     * @throws MpiFailure of class NOT_SAME when they do not
     */
    public void agree(Communicator comm, String operation, String text) {
        if (comm.size() > 1) {
            pt2pt.await(CollectiveCheck.start(comm, CollectiveRecord.plain(operation, text)));
        }
    }

    /**
     * Runs a collective operation to its end when all ranks agree on it.
     *
     * @param text the call with its arguments and place
     * @throws MpiFailure of class NOT_SAME or BUFFER, or what the operation fails with
     */
    public void run(Communicator comm, CollectiveCall call, String text) {
        comm.collectives().validate(call);
        CollectiveLoans loans = CollectiveLoans.lend(buffers, call, comm.rank(), comm.size());
        try {
            if (comm.size() > 1) {
                CollectiveRecord mine = CollectiveRecord.of(call, true, text);
                pt2pt.await(CollectiveCheck.start(comm, mine));
            }
            comm.collectives().run(call);
        } finally {
            loans.giveBack();
        }
    }

    /** As {@link #run}, of one that the request completes. */
    public CheckedCollective start(Communicator comm, CollectiveCall call, String text) {
        comm.collectives().validate(call);
        CollectiveLoans loans = CollectiveLoans.lend(buffers, call, comm.rank(), comm.size());
        CollectiveCheck check = CollectiveCheck.start(comm, CollectiveRecord.of(call, false, text));
        Request operation = comm.collectives().start(call);
        return CheckedCollective.of(check, operation, loans, pt2pt.progress().work());
    }

    /** What is left over when the rank leaves: a line for each kind and place. */
    public List<String> leftOver() {
        while (pt2pt.progress().poll() > 0) {
            // What has come and was not yet looked at.
            Thread.onSpinWait();
        }
        List<String> lines = new ArrayList<>(leaks.report());
        lines.addAll(pt2pt.traffic().unexpected());
        return lines;
    }
}
