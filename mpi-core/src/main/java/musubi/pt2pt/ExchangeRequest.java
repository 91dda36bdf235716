package musubi.pt2pt;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.event.WaitTarget;
import musubi.progress.WaitDependencies;
import musubi.progress.WorkList;
import musubi.pt2pt.request.CommRequest;

/**
 * A send and a receive as one operation: complete when both are, with the outcome of the receive.
 * MPI-4.1 section 3.10.
 */
public final class ExchangeRequest extends CommRequest {
    private final PointToPoint pt2pt;
    private final WorkList work;
    private final RecvRequest recv;

    /** Null when it was complete at once. */
    private final SendRequest send;

    private boolean bufferChanged;

    private ExchangeRequest(PointToPoint pt2pt, SendRequest send, RecvRequest recv) {
        this.pt2pt = pt2pt;
        this.send = send;
        this.recv = recv;
        work = pt2pt.progress().work();
        restartRequest();
    }

    /**
     * A request for both, which have been started and are released when complete.
     *
     * @param send null when it was complete at once
     */
    public static ExchangeRequest of(PointToPoint pt2pt, SendRequest send, RecvRequest recv) {
        ExchangeRequest both = new ExchangeRequest(pt2pt, send, recv);
        both.advance();
        return both;
    }

    /** Always leaves the work list: a part that completes adds it again. */
    @Override
    public boolean advance() {
        if (send != null && !send.isComplete()) {
            send.onComplete(this, work);
        } else if (!recv.isComplete()) {
            recv.onComplete(this, work);
        } else if (!isComplete()) {
            end();
        }
        return true;
    }

    private void end() {
        MpiFailure failure = recv.failure();
        if (failure == null && send != null) {
            failure = send.failure();
        }
        outcome(recv.source(), recv.tag(), recv.bytes(), recv.objectCount());
        bufferChanged = recv.isBufferChanged();
        pt2pt.release(recv);
        if (send != null) {
            pt2pt.release(send);
        }
        if (failure == null) {
            finish();
        } else {
            fail(failure.errorClass(), failure.getMessage());
        }
    }

    @Override
    public boolean isBufferChanged() {
        return bufferChanged;
    }

    /** MPI-4.1 section 3.10: it is two operations, of which one may be done already. */
    @Override
    public void cancel() {
        throw new MpiFailure(
                ErrorClass.REQUEST,
                "a send and receive in one cannot be cancelled; use two requests instead: "
                        + describe());
    }

    @Override
    public void fillTarget(WaitTarget target) {
        (send != null && !send.isComplete() ? send : recv).fillTarget(target);
    }

    @Override
    public void describeWait(WaitDependencies needs) {
        if (send != null && !send.isComplete()) {
            send.describeWait(needs);
        } else if (!recv.isComplete()) {
            recv.describeWait(needs);
        }
    }

    @Override
    public String describe() {
        return "send and receive in one";
    }
}
