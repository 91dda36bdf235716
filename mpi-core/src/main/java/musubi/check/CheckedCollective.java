package musubi.check;

import musubi.error.MpiFailure;
import musubi.progress.Needs;
import musubi.progress.WorkList;
import musubi.pt2pt.Request;

/**
 * A non-blocking collective operation together with its check: complete when both are, or at once
 * when the check fails, because then the operation may never be.
 */
public final class CheckedCollective extends Request {
    private final Request check;
    private final Request operation;
    private final CollectiveLoans loans;
    private final WorkList work;

    private CheckedCollective(
            Request check, Request operation, CollectiveLoans loans, WorkList work) {
        this.check = check;
        this.operation = operation;
        this.loans = loans;
        this.work = work;
        restartRequest();
    }

    /** Both, which have been started. */
    static CheckedCollective of(
            Request check, Request operation, CollectiveLoans loans, WorkList work) {
        CheckedCollective both = new CheckedCollective(check, operation, loans, work);
        both.advance();
        return both;
    }

    /** Always leaves the work list: the part that completes brings it back. */
    @Override
    public boolean advance() {
        if (isComplete()) {
            return true;
        }
        if (!check.isComplete()) {
            check.then(this, work);
        } else if (check.hasFailed()) {
            end(check.failure());
        } else if (!operation.isComplete()) {
            operation.then(this, work);
        } else {
            end(operation.failure());
        }
        return true;
    }

    private void end(MpiFailure failure) {
        if (failure == null) {
            finish();
        } else {
            fail(failure.errorClass(), failure.getMessage());
        }
    }

    /** Its buffers, which belong to it until the program has found it complete. */
    public Lent buffers() {
        return loans;
    }

    @Override
    public void cancel() {
        operation.cancel();
    }

    @Override
    public void tell(Needs needs) {
        (check.isComplete() ? operation : check).tell(needs);
    }

    @Override
    public String describe() {
        return operation.describe();
    }
}
