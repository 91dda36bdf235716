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
 * Runs a schedule: starts the steps that wait for nothing, and as steps complete those that waited
 * for them. Blocking and non-blocking calls run alike; a message that completes puts the execution
 * into the work list of the rank, so that a waiting rank may sleep.
 *
 * <p>A failure does not stop the schedule, because other ranks wait for this rank's messages; the
 * first one is what the request reports. Reductions are left out from then on. A rank that has no
 * memory for its part sends and receives empty messages, so that all others end, with an error.
 *
 * <p>Reused for one call after the other without allocation. Thread rule: the thread that holds the
 * rank.
 */
public final class Execution extends Operation implements CollectiveRequest.Runner {
    private final CollectiveContext comm;
    private final PointToPoint pt2pt;
    private final WorkList work;
    private final BufferBinding operands;
    private final ExecutionPool pool;
    private final CollectiveRequest ownRequest = new CollectiveRequest();
    private Schedule schedule;
    private CollectiveCall call;
    private CollectiveRequest request;
    private Throwable failure;
    private boolean withoutMemory;
    private int tag;
    private int[] waitsFor = new int[8];
    private int[] ready = new int[8];
    private int readyFrom;
    private int readyTo;
    private CommRequest[] inFlight = new CommRequest[8];
    private int[] inFlightStep = new int[8];
    private int flying;
    private int done;

    Execution(CollectiveContext comm, BufferBinder binder, ExecutionPool pool) {
        this.comm = comm;
        this.pool = pool;
        pt2pt = comm.services().pt2pt();
        work = pt2pt.progress().work();
        operands = new BufferBinding(binder, pt2pt);
    }

    /** A request for a blocking call; free for the next one when that has returned. */
    public CollectiveRequest ownRequest() {
        return ownRequest;
    }

    /** Lets the next call fail for want of memory; its messages are empty. */
    void failForLackOfMemory(MpiFailure noMemory) {
        failure = noMemory;
        withoutMemory = true;
    }

    /**
     * Starts a checked call and does what is possible now.
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
        flying = 0;
        done = 0;
        reserve(newSchedule.size());
        bind(type);
        newSchedule.copyDependencies(waitsFor);
        for (int step = 0; step < newSchedule.size(); step++) {
            if (waitsFor[step] == 0) {
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
            operands.bind(schedule, call, type);
        } catch (OutOfMemoryError e) {
            failForLackOfMemory(
                    new MpiFailure(
                            ErrorClass.NO_MEM,
                            "no memory for what this rank has to keep meanwhile: kind="
                                    + call.kind
                                    + "; give it a larger heap, or force another algorithm",
                            e));
        }
    }

    @Override
    public CollectiveContext comm() {
        return comm;
    }

    @Override
    public int awaitedRank() {
        boolean some = schedule != null && flying > 0;
        return some ? comm.worldRank(schedule.step(inFlightStep[0]).peer()) : WaitTarget.NONE;
    }

    @Override
    public void describeWait(WaitDependencies needs) {
        for (int i = 0; schedule != null && i < flying; i++) {
            needs.addRank(comm.worldRank(schedule.step(inFlightStep[i]).peer()));
        }
    }

    private void reserve(int steps) {
        if (waitsFor.length < steps) {
            waitsFor = new int[steps];
            ready = new int[steps];
            inFlight = new CommRequest[steps];
            inFlightStep = new int[steps];
        }
    }

    /** Always leaves the work list: the next message that completes brings it back. */
    @Override
    public boolean advance() {
        if (schedule != null) {
            collect();
            while (readyFrom < readyTo) {
                run(ready[readyFrom++]);
            }
            if (done == schedule.size()) {
                finish();
            }
        }
        return true;
    }

    private void collect() {
        for (int i = flying - 1; i >= 0; i--) {
            CommRequest message = inFlight[i];
            if (message.isComplete()) {
                int step = inFlightStep[i];
                flying--;
                inFlight[i] = inFlight[flying];
                inFlightStep[i] = inFlightStep[flying];
                inFlight[flying] = null;
                arrived(step, message);
            }
        }
    }

    private void run(int index) {
        Step step = schedule.step(index);
        switch (step.kind()) {
            case SEND -> launch(index, send(step));
            case RECV -> launch(index, recv(step));
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
        if (!withoutMemory) {
            bind(message, step.from());
        } else {
            message.bind(null, 0, 0, MpiType.BYTE);
        }
        int context = comm.collectiveContextId();
        pt2pt.start(message, context, comm, step.peer(), tag + number(step));
        return message;
    }

    private void bind(SendRequest message, Part from) {
        try {
            message.bind(
                    operands.buffer(from),
                    operands.offset(from),
                    from.count(),
                    operands.typeOf(from));
        } catch (MpiFailure e) {
            note(e);
            message.bind(null, 0, 0, MpiType.BYTE);
        }
    }

    private CommRequest recv(Step step) {
        RecvRequest message = pt2pt.recvRequest();
        Part to = step.to();
        if (!withoutMemory) {
            message.bind(operands.buffer(to), operands.offset(to), to.count(), operands.typeOf(to));
        } else {
            message.bind(null, 0, 0, MpiType.BYTE);
        }
        int context = comm.collectiveContextId();
        pt2pt.start(message, context, comm, step.peer(), tag + number(step));
        return message;
    }

    /** Numbers that wrap around still match, because messages do not overtake each other. */
    private static int number(Step step) {
        return step.number() & CallTags.MESSAGES - 1;
    }

    private void launch(int index, CommRequest message) {
        if (message.isComplete()) {
            arrived(index, message);
            return;
        }
        message.onComplete(this, work);
        inFlight[flying] = message;
        inFlightStep[flying++] = index;
    }

    private void arrived(int index, CommRequest message) {
        Step step = schedule.step(index);
        if (message.hasFailed()) {
            note(message.failure());
        } else if (step.kind() == Step.Kind.RECV && !withoutMemory) {
            checkLength(step, message);
        }
        pt2pt.release(message);
        completed(step);
    }

    private void checkLength(Step step, CommRequest message) {
        MpiType type = operands.typeOf(step.to());
        long expected = step.to().count();
        long got = type.isObject() ? message.objectCount() : message.bytes();
        long room = expected * type.sizeBytes();
        if (got != room && !(call.kind.acceptsShortBlocks() && got < room)) {
            note(
                    new MpiFailure(
                            ErrorClass.NOT_SAME,
                            "ranks disagree on the count: kind="
                                    + call.kind
                                    + " from rank="
                                    + step.peer()
                                    + " expected="
                                    + expected
                                    + " got="
                                    + type.itemsIn(got)
                                    + " type="
                                    + type));
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
                    operands.buffer(in),
                    (int) operands.offset(in),
                    operands.buffer(inout),
                    (int) operands.offset(inout),
                    Math.toIntExact(inout.count()),
                    operands.itemType());
        } catch (RuntimeException | Error e) {
            note(e);
        }
    }

    /** Without items it only holds back those that wait for it. */
    private void copy(Step step) {
        if (step.to().count() == 0 || withoutMemory) {
            return;
        }
        try {
            operands.copy(step.from(), step.to());
        } catch (MpiFailure e) {
            note(e);
        }
    }

    private void completed(Step step) {
        done++;
        for (int next : step.successors()) {
            if (--waitsFor[next] == 0) {
                ready[readyTo++] = next;
            }
        }
    }

    private void note(Throwable e) {
        if (failure == null) {
            failure = e;
        }
    }

    private void finish() {
        if (!withoutMemory) {
            operands.release(schedule);
        }
        withoutMemory = false;
        schedule = null;
        call = null;
        CollectiveRequest finished = request;
        request = null;
        Throwable outcome = failure;
        failure = null;
        // From here on it may be used for the next stage, or another call.
        pool.give(this);
        if (outcome == null) {
            finished.succeed();
        } else {
            finished.fail(outcome);
        }
    }
}
