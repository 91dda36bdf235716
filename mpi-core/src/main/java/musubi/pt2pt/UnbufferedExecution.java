package musubi.pt2pt;

import musubi.adi.SendOutcome;
import musubi.error.CallSite;
import musubi.group.CommContext;
import musubi.group.ContextId;
import musubi.group.MessageAddress;
import musubi.progress.Operation;
import musubi.pt2pt.matching.MessageKind;
import musubi.pt2pt.request.SendMode;

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
 * <p>In doubt a send is acknowledged: after a receive or probe from any source, whose order may be
 * another one there, in the same communicator; when threads other than the first one call; for
 * announced messages, whose sends really wait; and beyond {@value #MOST_PENDING} sends.
 *
 * <p>Only for checks. Thread rule: the thread that holds the rank's gate.
 */
public final class UnbufferedExecution extends Operation {
    private static final int MOST_PENDING = 10_000;

    private final SendProtocol protocol;
    private final ArrayDeque<Send> pending = new ArrayDeque<>();
    private final ArrayDeque<Receive> held = new ArrayDeque<>();
    private final ArrayDeque<Receive> ready = new ArrayDeque<>();
    private final Set<Integer> anySource = new HashSet<>();
    private final Thread owner = Thread.currentThread();
    private boolean isFollowed = true;
    private int started;
    private long acknowledged;
    private long acknowledgements;

    /** A send that waits in this execution. */
    private record Send(int number, CallSite site, String description) {}

    /** A message that has been received after {@code sends} sends. */
    private record Receive(Peer from, int number, int sends) {}

    UnbufferedExecution(SendProtocol protocol) {
        this.protocol = protocol;
    }

    /** A blocking send of the program is about to be started. */
    void begin(SendRequest send, CommContext comm, int dest, int tag) {
        checkThread();
        boolean tracked =
                isFollowed
                        && send.mode == SendMode.STANDARD
                        && dest != MessageAddress.PROC_NULL
                        && pending.size() < MOST_PENDING;
        if (tracked) {
            send.unbufferedNumber = ++started;
            String what =
                    "to rank %s tag=%s bytes=%s in %s"
                            .formatted(
                                    comm.worldRank(dest),
                                    tag,
                                    send.length(),
                                    ContextId.nameOf(comm.contextId()));
            pending.addLast(new Send(started, CallSite.find(), what));
        }
    }

    private void checkThread() {
        if (isFollowed && Thread.currentThread() != owner) {
            isFollowed = false;
            pending.clear();
            release();
        }
    }

    /** The sends before a receive that is posted now. */
    int sendsBefore() {
        checkThread();
        return started;
    }

    /** The program receives or probes a message from any source. */
    public void usesAnySource(CommContext comm) {
        anySource.add(comm.contextId());
    }

    /** A receive has matched a message with a number. */
    void matched(RecvRequest receive, Peer from, int number) {
        if (receive.wantedSource() == MessageAddress.ANY_SOURCE) {
            anySource.add(receive.contextId());
        }
        boolean isOrdered = !anySource.contains(receive.contextId());
        held.addLast(new Receive(from, number, isOrdered ? receive.sendsBefore : 0));
        if (held.peekLast().sends <= completeSends()) {
            ready.addLast(held.removeLast());
            protocol.work.add(this);
        }
    }

    /** The sends that do not wait, up to the first that does. */
    private int completeSends() {
        return pending.isEmpty() ? started : pending.peekFirst().number - 1;
    }

    /** The receive of a send has been posted in this execution. */
    void onPosted(int number) {
        acknowledged++;
        complete(number);
    }

    /** A send waits in the real execution, or has failed. */
    void complete(int number) {
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
                ready.addLast(receive);
            }
        }
        if (!ready.isEmpty()) {
            protocol.work.add(this);
        }
    }

    @Override
    public boolean advance() {
        while (!ready.isEmpty() && acknowledge(ready.peekFirst())) {
            ready.removeFirst();
        }
        return ready.isEmpty();
    }

    private boolean acknowledge(Receive receive) {
        if (receive.from.lost() != null) {
            return true;
        }
        SendOutcome outcome =
                protocol.sendControl(receive.from, MessageKind.POSTED, receive.number, 0);
        acknowledgements += outcome == SendOutcome.ACCEPTED ? 1 : 0;
        return outcome != SendOutcome.BACK_PRESSURED;
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
                : ("had a standard send that returned only because its message was buffered: %s %s;"
                                + " send and receive at once, for example with sendRecv, or change"
                                + " the order of the calls")
                        .formatted(first.site, first.description);
    }
}
