package musubi.pt2pt.unbuffered;

import musubi.error.CallSite;
import musubi.group.ContextId;
import musubi.progress.Operation;
import musubi.progress.WorkList;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;

/**
 * Follows, beside the real execution, one without buffers: each blocking standard send waits until
 * its receive is posted. What waits there when the job ends only works because messages are
 * buffered.
 *
 * <p>The sends are numbered. A message carries its number, and the receiver acknowledges it when
 * the receive is posted in the other execution too: when all sends before the receive have been
 * acknowledged.
 *
 * <pre>
 *   rank 0                                    rank 1
 *   send 1 ------------------------------- unexpected
 *   unexpected -------------------------------- send 1
 *   recv, after send 1                  recv, after send 1
 *   no acknowledgement                  no acknowledgement
 * </pre>
 *
 * <p>A send that is not followed has no number, so it never waits there, and its message is not
 * acknowledged. Followed are the first 256 sends of each communicator, destination and tag ({@link
 * FollowedSends}), while fewer than {@value #MOST_PENDING} wait. In doubt a send is acknowledged:
 * after a receive or probe from any source, whose order may be another one there, in the same
 * communicator; when threads other than the first one call; and for announced messages, whose sends
 * really wait, and for claimed receives, which are posted. So a report may be missing, but none is
 * wrong.
 *
 * <p>Only for checks. Thread rule: the thread that holds the rank's gate.
 */
public final class UnbufferedExecution {
    private static final int MOST_PENDING = 10_000;

    private final WorkList work;
    private final FollowedSends followed = new FollowedSends();
    private final ArrayDeque<Send> pending = new ArrayDeque<>();
    private final ArrayDeque<Receive> held = new ArrayDeque<>();
    private final Set<Integer> anySource = new HashSet<>();
    private final Thread owner = Thread.currentThread();
    private boolean isFollowed = true;
    private int started;
    private long acknowledged;
    private long acknowledgements;

    /** A send that waits in this execution. */
    private record Send(
            int number, CallSite site, int contextId, int worldRank, int tag, long bytes) {}

    /** A message that has been received after {@code sends} sends. */
    private record Receive(int sends, Operation acknowledgement) {}

    /**
     * The execution of the calling thread.
     *
     * @param work of the rank, for acknowledgements
     */
    public UnbufferedExecution(WorkList work) {
        this.work = work;
    }

    /**
     * A blocking standard send of the program is about to be started.
     *
     * @param worldRank of the destination
     * @return its number; 0 if it is not followed
     */
    public int begin(int contextId, int worldRank, int tag, long bytes) {
        checkThread();
        boolean isNumbered =
                isFollowed
                        && pending.size() < MOST_PENDING
                        && followed.isNextFollowed(contextId, worldRank, tag);
        if (!isNumbered) {
            return 0;
        }
        started++;
        pending.addLast(new Send(started, CallSite.find(), contextId, worldRank, tag, bytes));
        return started;
    }

    private void checkThread() {
        if (isFollowed && Thread.currentThread() != owner) {
            isFollowed = false;
            pending.clear();
            release();
        }
    }

    /** The sends before a receive that is posted now. */
    public int sendsBefore() {
        checkThread();
        return started;
    }

    /** The program receives or probes a message from any source. */
    public void usesAnySource(int contextId) {
        anySource.add(contextId);
    }

    /**
     * A receive has matched a message with a number.
     *
     * @param contextId of the receive
     * @param sends before the receive, by {@link #sendsBefore}
     * @param acknowledgement sends the number back to {@link #onPosted}
     */
    public void matched(int contextId, int sends, Operation acknowledgement) {
        boolean isOrdered = !anySource.contains(contextId);
        if (isOrdered && sends > completeSends()) {
            held.addLast(new Receive(sends, acknowledgement));
        } else {
            acknowledge(acknowledgement);
        }
    }

    private void acknowledge(Operation acknowledgement) {
        acknowledgements++;
        work.add(acknowledgement);
    }

    /** The sends that do not wait, up to the first that does. */
    private int completeSends() {
        return pending.isEmpty() ? started : pending.peekFirst().number - 1;
    }

    /** The receive of a send has been posted in this execution. */
    public void onPosted(int number) {
        acknowledged++;
        complete(number);
    }

    /** A send waits in the real execution, its receive is posted there, or it has failed. */
    public void complete(int number) {
        int before = completeSends();
        Iterator<Send> sends = pending.iterator();
        boolean found = false;
        while (!found && sends.hasNext()) {
            found = sends.next().number == number;
        }
        if (found) {
            sends.remove();
        }
        if (completeSends() > before) {
            release();
        }
    }

    /** What was received after sends that do not wait any more is acknowledged. */
    private void release() {
        int complete = completeSends();
        for (Iterator<Receive> all = held.iterator(); all.hasNext(); ) {
            Receive receive = all.next();
            if (receive.sends <= complete) {
                all.remove();
                acknowledge(receive.acknowledgement);
            }
        }
    }

    /** The acknowledgements received. */
    public long acknowledged() {
        return acknowledged;
    }

    /** The acknowledgements sent. */
    public long acknowledgements() {
        return acknowledgements;
    }

    /** The first send that waits, with its line; null if there is none. */
    public String firstWaiting() {
        Send first = pending.peekFirst();
        return first == null
                ? null
                : ("had a standard send that returned only because its message was buffered: %s to"
                                + " rank %d tag=%d bytes=%d in %s; add a receive if there is none,"
                                + " else send and receive at once, for example with sendRecv, or"
                                + " change the order of the calls")
                        .formatted(
                                first.site,
                                first.worldRank,
                                first.tag,
                                first.bytes,
                                ContextId.nameOf(first.contextId));
    }
}
