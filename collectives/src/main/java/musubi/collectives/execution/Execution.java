package musubi.collectives.execution;

import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveContext;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Schedule;
import musubi.collectives.schedule.Step;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.event.WaitTarget;
import musubi.progress.Operation;
import musubi.progress.WaitDependencies;
import musubi.progress.WorkList;
import musubi.pt2pt.PointToPoint;
import musubi.pt2pt.RecvRequest;
import musubi.pt2pt.SendRequest;
import musubi.pt2pt.request.CommRequest;
import musubi.pt2pt.request.SendMode;
import musubi.type.MpiType;
import musubi.type.buffer.BufferBinder;

/**
 * Executes a schedule: starts each step after its predecessors have completed. A message that
 * completes puts the execution into the work list of the rank, so that a waiting rank may sleep, in
 * blocking and non-blocking calls alike.
 *
 * <p>A failure does not stop the schedule, because other ranks wait for this rank's messages:
 * reductions are skipped, and the request reports the first failure. Once a message, reduction or
 * copy has failed, what depends on it is sent as empty messages, so that other ranks fail as well
 * and none has a wrong result. A rank without memory for its buffers sends and receives empty
 * messages, too.
 *
 * <p>Reused for successive calls without allocation. Thread rule: the thread that holds the rank.
 */
public final class Execution extends Operation implements CollectiveRequest.Runner {
    private final CollectiveContext comm;
    private final PointToPoint pt2pt;
    private final WorkList work;
    private final BufferBinding buffers;
    private final ExecutionPool pool;
    private final CollectiveRequest ownRequest = new CollectiveRequest();
    private Schedule schedule;
    private CollectiveCall call;
    private CollectiveRequest request;
    private Throwable failure;
    private boolean withoutMemory;

    /** Whether buffers other than the user's send buffer may lack data. */
    private boolean hasLostData;

    private int tag;
    private int[] predecessors = new int[8];
    private int[] ready = new int[8];
    private int readyFrom;
    private int readyTo;
    private CommRequest[] inFlight = new CommRequest[8];
    private int[] inFlightStep = new int[8];
    private int inFlightCount;
    private int done;

    Execution(CollectiveContext comm, BufferBinder binder, ExecutionPool pool) {
        this.comm = comm;
        this.pool = pool;
        pt2pt = comm.services().pt2pt();
        work = pt2pt.progress().work();
        buffers = new BufferBinding(binder, pt2pt);
    }

    /** A request for a blocking call; free for the next one after its return. */
    public CollectiveRequest ownRequest() {
        return ownRequest;
    }

    /** Makes the next call fail for lack of memory; its messages are empty. */
    void failForLackOfMemory(MpiFailure noMemory) {
        failure = noMemory;
        withoutMemory = true;
    }

    /**
     * Starts a checked call and executes all steps that are ready.
     *
     * @param newTag from {@link CallTags}
     */
    public void start(
            Schedule newSchedule,
            CollectiveCall newCall,
            MpiType type,
            int newTag,
            CollectiveRequest newRequest) {
        schedule = newSchedule;
        call = newCall;
        request = newRequest;
        newRequest.setRunner(this);
        tag = newTag;
        readyFrom = 0;
        readyTo = 0;
        inFlightCount = 0;
        done = 0;
        reserve(newSchedule.size());
        bind(type);
        newSchedule.copyDependencies(predecessors);
        for (int step = 0; step < newSchedule.size(); step++) {
            if (predecessors[step] == 0) {
                ready[readyTo++] = step;
            }
        }
        advance();
    }

    private void bind(MpiType type) {
        if (withoutMemory) {
            return;
        }
        try {
            buffers.bind(schedule, call, type);
        } catch (OutOfMemoryError e) {
            failForLackOfMemory(
                    new MpiFailure(ErrorClass.NO_MEM, "no memory for temporaries", e)
                            .with("kind", call.kind)
                            .advice("increase the heap, or force another algorithm"));
        }
    }

    @Override
    public CollectiveContext comm() {
        return comm;
    }

    @Override
    public int awaitedRank() {
        boolean some = schedule != null && inFlightCount > 0;
        return some ? comm.worldRank(schedule.step(inFlightStep[0]).peer()) : WaitTarget.NONE;
    }

    @Override
    public void describeWait(WaitDependencies needs) {
        for (int i = 0; schedule != null && i < inFlightCount; i++) {
            needs.addRank(comm.worldRank(schedule.step(inFlightStep[i]).peer()));
        }
    }

    private void reserve(int steps) {
        if (predecessors.length < steps) {
            predecessors = new int[steps];
            ready = new int[steps];
            inFlight = new CommRequest[steps];
            inFlightStep = new int[steps];
        }
    }

    /** Always leaves the work list: the next message that completes adds it again. */
    @Override
    public boolean advance() {
        if (schedule != null) {
            completeMessages();
            while (readyFrom < readyTo) {
                run(ready[readyFrom++]);
            }
            if (done == schedule.size()) {
                finish();
            }
        }
        return true;
    }

    private void completeMessages() {
        for (int i = inFlightCount - 1; i >= 0; i--) {
            CommRequest message = inFlight[i];
            if (message.isComplete()) {
                int step = inFlightStep[i];
                inFlightCount--;
                inFlight[i] = inFlight[inFlightCount];
                inFlightStep[i] = inFlightStep[inFlightCount];
                inFlight[inFlightCount] = null;
                completeMessage(step, message);
            }
        }
    }

    private void run(int index) {
        Step step = schedule.step(index);
        switch (step.kind()) {
            case SEND -> track(index, send(step));
            case RECV -> track(index, recv(step));
            case REDUCE -> {
                reduce(step);
                completed(step);
            }
            case COPY -> {
                copy(step);
                completed(step);
            }
        }
    }

    private CommRequest send(Step step) {
        SendRequest message = pt2pt.sendRequest(SendMode.STANDARD);
        if (withoutMemory || hasLostData && step.from().buffer() != Part.SEND) {
            message.bind(null, 0, 0, MpiType.BYTE);
        } else {
            bind(message, step.from());
        }
        int context = comm.collectiveContextId();
        pt2pt.start(message, context, comm, step.peer(), tag + number(step));
        return message;
    }

    private void bind(SendRequest message, Part from) {
        try {
            message.bind(
                    buffers.buffer(from), buffers.offset(from), from.count(), buffers.typeOf(from));
        } catch (MpiFailure e) {
            recordFailure(e);
            message.bind(null, 0, 0, MpiType.BYTE);
        }
    }

    private CommRequest recv(Step step) {
        RecvRequest message = pt2pt.recvRequest();
        Part to = step.to();
        if (!withoutMemory) {
            message.bind(buffers.buffer(to), buffers.offset(to), to.count(), buffers.typeOf(to));
        } else {
            message.bind(null, 0, 0, MpiType.BYTE);
        }
        int context = comm.collectiveContextId();
        pt2pt.start(message, context, comm, step.peer(), tag + number(step));
        return message;
    }

    /** Wrapped numbers still match, because messages do not overtake each other. */
    private static int number(Step step) {
        return step.number() & CallTags.MESSAGES - 1;
    }

    private void track(int index, CommRequest message) {
        if (message.isComplete()) {
            completeMessage(index, message);
            return;
        }
        message.onComplete(this, work);
        inFlight[inFlightCount] = message;
        inFlightStep[inFlightCount++] = index;
    }

    private void completeMessage(int index, CommRequest message) {
        Step step = schedule.step(index);
        if (message.hasFailed()) {
            hasLostData |= step.kind() == Step.Kind.RECV;
            recordFailure(ofCall(message.failure()));
        } else if (step.kind() == Step.Kind.RECV && !withoutMemory) {
            checkLength(step, message);
        }
        pt2pt.release(message);
        completed(step);
    }

    /** A failure of one of the call's messages, with the name of the operation if it matters. */
    private MpiFailure ofCall(MpiFailure failure) {
        ErrorClass errorClass = failure.errorClass();
        return errorClass == ErrorClass.TRUNCATE || errorClass == ErrorClass.TYPE
                ? new MpiFailure(errorClass, call.kind + ": " + failure.getMessage(), failure)
                : failure;
    }

    private void checkLength(Step step, CommRequest message) {
        MpiType type = buffers.typeOf(step.to());
        long expected = step.to().count();
        long got = type.isObject() ? message.objectCount() : message.bytes();
        long room = expected * type.sizeBytes();
        if (got != room && !(call.kind.acceptsShortBlocks() && got < room)) {
            String what =
                    got == 0
                            ? "a rank has failed in this operation, or its count is 0"
                            : "ranks disagree on the count";
            recordLoss(
                    new MpiFailure(ErrorClass.NOT_SAME, what)
                            .with("kind", call.kind, "from rank", step.peer(), "expected", expected)
                            .with("got", type.itemsIn(got))
                            .with("type", type));
        }
    }

    private void reduce(Step step) {
        if (failure != null) {
            return;
        }
        try {
            Part in = step.from();
            Part inout = step.to();
            call.op.apply(
                    buffers.buffer(in),
                    (int) buffers.offset(in),
                    buffers.buffer(inout),
                    (int) buffers.offset(inout),
                    Math.toIntExact(inout.count()),
                    buffers.itemType());
        } catch (RuntimeException | Error e) {
            recordLoss(e);
        }
    }

    /** An empty copy only orders steps. */
    private void copy(Step step) {
        if (step.to().count() == 0 || withoutMemory) {
            return;
        }
        try {
            buffers.copy(step.from(), step.to());
        } catch (MpiFailure e) {
            recordLoss(e);
        }
    }

    private void completed(Step step) {
        done++;
        for (int next : step.successors()) {
            if (--predecessors[next] == 0) {
                ready[readyTo++] = next;
            }
        }
    }

    /** Of the arrays for the next operation. */
    long keptBytes() {
        return buffers.keptBytes();
    }

    /** Keeps no arrays for the next operation. */
    void forgetArrays() {
        buffers.forgetArrays();
    }

    private void recordLoss(Throwable e) {
        hasLostData = true;
        recordFailure(e);
    }

    private void recordFailure(Throwable e) {
        if (failure == null) {
            failure = e;
        }
    }

    private void finish() {
        if (!withoutMemory) {
            buffers.release(schedule);
        }
        withoutMemory = false;
        hasLostData = false;
        schedule = null;
        call = null;
        CollectiveRequest finished = request;
        request = null;
        Throwable outcome = failure;
        failure = null;
        // From here on free for the next stage, or another call.
        pool.give(this);
        if (outcome == null) {
            finished.succeed();
        } else {
            finished.fail(outcome);
        }
    }
}
