package musubi.check;

import musubi.coll.CollectiveCall;
import musubi.comm.Communicator;
import musubi.error.CallNotes;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.pt2pt.PointToPoint;
import musubi.pt2pt.request.CommRequest;
import musubi.topo.DistGraphTopology;
import musubi.type.MpiType;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The checks of a rank; there is none when {@code musubi.check} is off, which costs its users a
 * test for null.
 *
 * <p>Thread rule: the thread that holds the rank's gate, but {@link #leaks} from any.
 */
public final class Checks {
    private final PointToPoint pt2pt;
    private final LeakTracker leaks = new LeakTracker();
    private final IdleWaits idleWaits = new IdleWaits();
    private final SourceChoices choices;
    private final CollectiveThreads collectiveThreads = new CollectiveThreads();
    private final BufferTracker buffers;
    private final SoleCallBuffers sole;
    private final Consumer<String> notes;
    private final CallNotes callNotes;

    /** For the next blocking call; null while one compares. */
    private FingerprintExchange idle;

    /** The use of the buffer that is attached for buffered sends; null for none. */
    private BufferUse attached;

    /**
     * The checks of a rank that has made nothing yet.
     *
     * @param notes takes lines about calls that are allowed, but rarely meant
     */
    public Checks(PointToPoint pt2pt, Consumer<String> notes) {
        this.pt2pt = pt2pt;
        this.notes = notes;
        callNotes = new CallNotes(notes);
        pt2pt.sends().buffered().noteTo(callNotes);
        choices = new SourceChoices(pt2pt);
        buffers = new BufferTracker(new ElementNotes(notes));
        sole = new SoleCallBuffers(buffers);
    }

    /** The objects that the program has created and not freed. */
    public LeakTracker leaks() {
        return leaks;
    }

    /** Waits for persistent requests that were not started. */
    public IdleWaits idleWaits() {
        return idleWaits;
    }

    /** Counts a receive or probe from any source, which comes next, if it has a choice. */
    public void countChoice(Communicator comm, int tag) {
        choices.look(comm, tag);
    }

    /** Prints a line about a call that is allowed, but rarely meant. */
    public void note(String line) {
        notes.accept(line);
    }

    /** Notes on calls of the program, each once for a line. */
    public CallNotes callNotes() {
        return callNotes;
    }

    /** A buffer is attached for buffered sends, in place of another one or of none. */
    public void attached(Object buffer, long bytes) {
        if (attached != null) {
            attached.endUse();
        }
        attached = buffers.beginUse(buffer, 0, bytes, MpiType.BYTE, false);
    }

    /**
     * The buffer is detached.
     *
     * @throws MpiFailure of class BUFFER if the program has changed it meanwhile
     */
    public void detached() {
        BufferUse ended = attached;
        attached = null;
        if (ended != null && ended.endUse() != null) {
            throw new MpiFailure(
                            ErrorClass.BUFFER,
                            "the buffer attached for buffered sends was changed by the program")
                    .advice("use it again only when it is detached");
        }
    }

    private CollectiveCall guarded(CollectiveCall call) {
        if (call.op != null && call.op.isOfProgram()) {
            call.op = new GuardedOperation(call.op, callNotes);
        }
        return call;
    }

    /** The buffers that operations in flight use. */
    public BufferTracker buffers() {
        return buffers;
    }

    /**
     * Makes sure that all ranks of a communicator make the same call.
     *
     * @param operation what it is, for example {@code DUP}, with the arguments to agree on
     * @param text the call with its arguments and place, for the case that they differ
     * @throws MpiFailure of class NOT_SAME when they do not
     */
    public void checkAgreement(Communicator comm, String operation, Supplier<String> text) {
        agreeAlone(
                comm,
                operation,
                CollectiveFingerprint.of(operation),
                () -> CollectiveRecord.plain(operation, text.get()));
    }

    /**
     * Makes sure that all ranks of a communicator make a distributed graph, and that both ends of
     * each edge pass it.
     *
     * @param operation what it is
     * @param graph the edges of this rank
     * @param text the call with its arguments and place
     * @throws MpiFailure of class NOT_SAME when they do not
     */
    public void checkAgreement(
            Communicator comm, String operation, DistGraphTopology graph, Supplier<String> text) {
        CollectiveRecord mine = CollectiveRecord.ofGraph(operation, graph, text.get());
        agreeAlone(comm, mine.operation(), CollectiveFingerprint.NONE, () -> mine);
    }

    /**
     * Makes sure that all ranks of a communicator create others of its groups, and that the members
     * of each group pass it.
     *
     * @param operation what it is
     * @param members the group that this rank passes, as ranks of the communicator
     * @param text the call with its arguments and place
     * @throws MpiFailure of class NOT_SAME when they do not
     */
    public void checkAgreement(
            Communicator comm, String operation, int[] members, Supplier<String> text) {
        agreeAlone(
                comm,
                operation,
                CollectiveFingerprint.of(operation + Arrays.toString(members)),
                () -> CollectiveRecord.ofGroup(operation, members, text.get()));
    }

    private void agreeAlone(
            Communicator comm, String operation, long print, Supplier<CollectiveRecord> call) {
        enter(comm);
        try {
            agree(comm, operation, print, call);
        } finally {
            exit(comm);
        }
    }

    private void agree(
            Communicator comm, String operation, long print, Supplier<CollectiveRecord> call) {
        if (comm.all().size() == 1 && print != CollectiveFingerprint.NONE) {
            return;
        }
        FingerprintExchange exchange = idle == null ? new FingerprintExchange(pt2pt) : idle;
        idle = null; // Threads on other communicators may compare meanwhile.
        int tag = comm.all().nextCheckTag();
        exchange.begin(comm.all(), operation, tag, print);
        boolean agree = exchange.await();
        idle = exchange;
        if (!agree) {
            pt2pt.await(CollectiveCheck.startRecords(comm, operation, tag, call));
        }
    }

    /**
     * Runs a collective operation to its end when all ranks agree on it.
     *
     * @param text the call with its arguments and place
     * @throws MpiFailure of class NOT_SAME or BUFFER, or what the operation fails with
     */
    public void run(Communicator comm, CollectiveCall call, Supplier<String> text) {
        comm.collectives().validate(guarded(call));
        enter(comm);
        try {
            runAlone(comm, call, text);
        } finally {
            exit(comm);
        }
    }

    /** Below THREAD_MULTIPLE a second thread has failed at the gate. */
    private void enter(Communicator comm) {
        if (pt2pt.progress().gate().isMultithreaded()) {
            collectiveThreads.enter(comm);
        }
    }

    private void exit(Communicator comm) {
        if (pt2pt.progress().gate().isMultithreaded()) {
            collectiveThreads.exit(comm);
        }
    }

    private void runAlone(Communicator comm, CollectiveCall call, Supplier<String> text) {
        MpiFailure changed;
        if (!pt2pt.progress().gate().isMultithreaded() && sole.take(call)) {
            sole.begin(call, comm);
            agreeAndRun(comm, call, text);
            changed = sole.end();
        } else {
            CollectiveBufferUse uses = CollectiveBufferUse.begin(buffers, call, comm, true);
            try {
                agreeAndRun(comm, call, text);
            } finally {
                changed = uses.endUse();
            }
        }
        if (changed != null) {
            throw changed;
        }
    }

    private void agreeAndRun(Communicator comm, CollectiveCall call, Supplier<String> text) {
        agree(
                comm,
                call.kind.name(),
                CollectiveFingerprint.of(comm, call, ""),
                () -> CollectiveRecord.of(comm, call, "", text.get()));
        comm.collectives().run(call);
    }

    /** As {@link #run}, of one that the request completes. */
    public CheckedCollective start(Communicator comm, CollectiveCall call, String text) {
        comm.collectives().validate(guarded(call));
        collectiveThreads.checkEntry(comm);
        CollectiveBufferUse uses = CollectiveBufferUse.begin(buffers, call, comm, false);
        String how = "non-blocking ";
        CollectiveRecord mine = CollectiveRecord.of(comm, call, how, text);
        CollectiveCheck check =
                CollectiveCheck.start(
                        comm,
                        mine.operation(),
                        CollectiveFingerprint.of(comm, call, how),
                        () -> mine);
        uses.shadowReceive(call);
        CommRequest operation = comm.collectives().start(call);
        return new CheckedCollective(check, operation, uses, pt2pt.progress().work());
    }

    /**
     * Makes sure that all ranks prepare the same persistent collective operation.
     *
     * @throws MpiFailure of class NOT_SAME when they do not
     */
    public void checkPrepareAgreement(
            Communicator comm, CollectiveCall call, Supplier<String> text) {
        comm.collectives().validate(call);
        String how = "persistent ";
        agreeAlone(
                comm,
                how + call.kind,
                CollectiveFingerprint.of(comm, call, how),
                () -> CollectiveRecord.of(comm, call, how, text.get()));
    }

    /** Lends the buffers of a persistent collective operation to it, which is to start. */
    public BufferUse beginUse(Communicator comm, CollectiveCall call) {
        return CollectiveBufferUse.begin(buffers, call, comm, false);
    }

    /** What is left over when the rank leaves: a line for each kind and place. */
    public List<String> unreleasedObjects() {
        List<String> lines = new ArrayList<>(leaks.report());
        lines.addAll(idleWaits.report());
        lines.addAll(choices.report());
        lines.addAll(pt2pt.messageCounts().unexpectedMessages());
        return lines;
    }
}
