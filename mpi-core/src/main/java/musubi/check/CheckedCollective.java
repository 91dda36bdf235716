package musubi.check;

import musubi.error.MpiFailure;
import musubi.progress.WaitDependencies;
import musubi.progress.WorkList;
import musubi.pt2pt.request.CommRequest;

/**
 * A non-blocking collective operation together with its check: complete when both are, or at once
 * when the check fails, because then the operation may never be.
 */
public final class CheckedCollective extends CommRequest {
    private final CommRequest check;
    private final CommRequest operation;
    private final CollectiveBufferUse bufferUse;
    private final WorkList work;

    /** Both, which have been started. */
    CheckedCollective(
            CommRequest check,
            CommRequest operation,
            CollectiveBufferUse bufferUse,
            WorkList work) {
        this.check = check;
        this.operation = operation;
        this.bufferUse = bufferUse;
        this.work = work;
        restartRequest();
        advance();
    }

    /** Always leaves the work list: a part that completes adds it again. */
    @Override
    public boolean advance() {
        if (isComplete()) {
            return true;
        }
        if (!check.isComplete()) {
            check.onComplete(this, work);
        } else if (check.hasFailed()) {
            end(check.failure());
        } else if (!operation.isComplete()) {
            operation.onComplete(this, work);
        } else {
            end(operation.failure());
        }
        return true;
    }

    private void end(MpiFailure failure) {
        if (failure == null) {
            bufferUse.deliver();
            finish();
        } else {
            fail(failure.errorClass(), failure.getMessage());
        }
    }

    /** Its buffers, which belong to it until the program has found it complete. */
    public BufferUse buffers() {
        return bufferUse;
    }

    @Override
    public void cancel() {
        operation.cancel();
    }

    @Override
    public void describeWait(WaitDependencies needs) {
        (check.isComplete() ? operation : check).describeWait(needs);
    }

    @Override
    public String describe() {
        return operation.describe();
    }
}
