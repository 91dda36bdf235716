package musubi.collectives.execution;

import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveContext;
import musubi.coll.CollectiveKind;
import musubi.collectives.call.StagedCall;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.event.WaitTarget;
import musubi.group.ContextId;
import musubi.progress.WaitDependencies;
import musubi.pt2pt.request.CommRequest;

import java.util.function.Predicate;

/** The request of a collective operation; completes with an empty status. */
public final class CollectiveRequest extends CommRequest {
    private CollectiveKind kind;
    private Throwable cause;
    private Continuation stages;
    private StagedCall staged;
    private Runner runner;

    /** The call of the program, while it is in progress. */
    private CollectiveCall programCall;

    /** The executor of an operation, for reports of waits. */
    public interface Runner {
        /** The communicator of the operation. */
        CollectiveContext comm();

        /** World rank of a peer that the operation waits for; -1 if unknown. */
        default int awaitedRank() {
            return WaitTarget.NONE;
        }

        /** Adds the ranks that the operation waits for. */
        void describeWait(WaitDependencies needs);
    }

    /** An operation of several schedules in sequence. */
    interface Continuation {
        /**
         * Called after all steps of a stage have succeeded.
         *
         * @return whether this has started another stage, with which the request completes
         * @throws MpiFailure if the operation has failed
         */
        boolean startNextStage();
    }

    public CollectiveRequest() {}

    public void setRunner(Runner newRunner) {
        runner = newRunner;
    }

    /** Sets the call of the program, whose buffers are in use until the completion. */
    public void useBuffersOf(CollectiveCall call) {
        programCall = isComplete() ? null : call;
    }

    /** Whether the call in progress has such a buffer. */
    boolean isUsing(Predicate<Object> buffer) {
        CollectiveCall call = programCall;
        return call != null && (buffer.test(call.send.buffer) || buffer.test(call.receive.buffer));
    }

    public void restart(CollectiveKind newKind) {
        restartRequest();
        kind = newKind;
        cause = null;
    }

    /** Sets the continuation after the steps of a stage have succeeded. */
    void continueWith(Continuation newStages) {
        stages = newStages;
    }

    /** Sets a call to unpack after the operation has succeeded. */
    public void unpackWith(StagedCall call) {
        staged = call;
    }

    public void succeed() {
        try {
            if (stages != null && stages.startNextStage()) {
                return;
            }
            stages = null;
            unpack();
        } catch (MpiFailure e) {
            fail(e);
            return;
        }
        programCall = null;
        finish();
    }

    private void unpack() {
        if (staged != null) {
            StagedCall call = staged;
            staged = null;
            call.unpack();
        }
    }

    public void fail(Throwable failure) {
        cause = failure;
        programCall = null;
        if (failure instanceof MpiFailure known) {
            fail(known.errorClass(), known.getMessage());
        } else {
            fail(ErrorClass.OTHER, "the user's reduction operation failed: " + failure);
        }
    }

    /** Throws the failure of the operation, if any. */
    public void rethrow() {
        // Not a pattern switch: its first use costs a process 20 ms.
        if (cause instanceof RuntimeException e) {
            throw e;
        }
        if (cause instanceof Error e) {
            throw e;
        }
        if (cause != null) {
            throw failure();
        }
    }

    @Override
    public boolean advance() {
        return true;
    }

    /** MPI-4.1 section 6.12: a collective operation cannot be cancelled. */
    @Override
    public void cancel() {
        throw new MpiFailure(
                ErrorClass.REQUEST, "a collective operation cannot be cancelled: " + describe());
    }

    @Override
    public void fillTarget(WaitTarget target) {
        if (runner != null) {
            int context = runner.comm().contextId();
            int peer = runner.awaitedRank();
            target.set(WaitTarget.What.COLLECTIVE, peer, WaitTarget.NONE, context, 0);
        }
    }

    @Override
    public void describeWait(WaitDependencies needs) {
        if (runner == null) {
            needs.describe(describe());
        } else {
            needs.describe(describe() + " in " + ContextId.nameOf(runner.comm().contextId()));
            needs.isCollective();
            runner.describeWait(needs);
        }
    }

    @Override
    public String describe() {
        return "collective operation " + kind;
    }
}
