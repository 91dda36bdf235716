package musubi.collectives.execution;

import musubi.coll.CollectiveContext;
import musubi.coll.CollectiveKind;
import musubi.collectives.call.StagedCall;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.event.WaitTarget;
import musubi.group.ContextId;
import musubi.progress.WaitDependencies;
import musubi.pt2pt.request.CommRequest;

/**
 * Completes with a collective operation. Its source, tag and count are those of an empty status.
 */
public final class CollectiveRequest extends CommRequest {
    private CollectiveKind kind;
    private Throwable cause;
    private Continuation stages;
    private StagedCall staged;
    private Runner runner;

    /** Who runs the operation, and knows what is missing. */
    public interface Runner {
        /** Where the operation takes place. */
        CollectiveContext comm();

        /** The world rank of one that an operation under way waits for; -1 when nobody knows. */
        default int awaitedRank() {
            return WaitTarget.NONE;
        }

        /** Names the ranks that an operation under way waits for. */
        void describeWait(WaitDependencies needs);
    }

    /** An operation of several schedules, one after the other. */
    interface Continuation {
        /**
         * All steps of a stage have succeeded.
         *
         * @return whether this has started another one, with which the request completes
         * @throws MpiFailure when the operation has failed
         */
        boolean startNextStage();
    }

    public CollectiveRequest() {}

    public void setRunner(Runner newRunner) {
        runner = newRunner;
    }

    public void restart(CollectiveKind newKind) {
        restartRequest();
        kind = newKind;
        cause = null;
    }

    /** Asks what follows when the steps of a stage have succeeded. */
    void continueWith(Continuation newStages) {
        stages = newStages;
    }

    /** Puts the results where they belong when the operation has succeeded. */
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
        if (failure instanceof MpiFailure known) {
            fail(known.errorClass(), known.getMessage());
        } else {
            fail(ErrorClass.OTHER, "the user's reduction operation failed: " + failure);
        }
    }

    /** Throws what the operation failed with, if it has. */
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
            runner.describeWait(needs);
        }
    }

    @Override
    public String describe() {
        return "collective operation " + kind;
    }
}
