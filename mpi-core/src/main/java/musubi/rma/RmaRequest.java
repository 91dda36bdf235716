package musubi.rma;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.RankGroup;
import musubi.progress.WaitDependencies;
import musubi.pt2pt.request.CommRequest;
import musubi.region.Region;

/**
 * An access in flight, or the wait for a target. A target answers with the token of the request.
 * MPI-4.1 section 12.3.5.
 */
final class RmaRequest extends CommRequest {
    private final String call;
    private final int target;
    private final Region into = new Region();

    /** Bytes of the result that are still to come. */
    private long missing;

    /** The ranks that may hold the lock that is waited for; null if none is. */
    private RankGroup holders;

    /** Completes with this request; null for none. */
    private RmaRequest follower;

    /** Unpacks the result; null if there is nothing to do. */
    private Runnable whenComplete;

    /**
     * A request.
     *
     * @param call for example {@code Win.get}
     * @param target its world rank
     */
    RmaRequest(String call, int target) {
        this.call = call;
        this.target = target;
    }

    int target() {
        return target;
    }

    /** It waits for a lock, which any rank of the window may hold. */
    RmaRequest isReleasedBy(RankGroup window) {
        holders = window;
        return this;
    }

    /** The result goes to a region, whose memory belongs to the request until it is complete. */
    RmaRequest receives(Region result, long bytes) {
        into.wrap(result);
        missing = bytes;
        return this;
    }

    /** What is done with a complete result. */
    void onComplete(Runnable action) {
        whenComplete = action;
    }

    /** A part of the result has come. */
    void take(Region data, long position) {
        data.copyTo(0, into, position, data.length());
        copied(data.length());
    }

    /** It is complete when these bytes are {@link #copied}. */
    RmaRequest expects(long bytes) {
        missing = bytes;
        return this;
    }

    /** A part of the bytes has been copied. */
    void copied(long bytes) {
        missing -= bytes;
        if (missing <= 0) {
            succeed();
        }
    }

    /** Completes it well. */
    void succeed() {
        into.clear();
        if (whenComplete != null) {
            try {
                whenComplete.run();
            } catch (MpiFailure e) {
                note(e);
            }
        }
        finish();
        if (follower != null) {
            follower.succeed();
        }
    }

    /** Completes another request when this one is complete, and as this one. */
    void precede(RmaRequest other) {
        if (!isComplete()) {
            follower = other;
            return;
        }
        if (failure() != null) {
            other.note(failure());
        }
        other.succeed();
    }

    /** Completes it with a failure that the target, or the loss of it, has caused. */
    void failAt(ErrorClass errorClass, String reason) {
        into.clear();
        fail(errorClass, call + ": " + reason);
        if (follower != null) {
            follower.failAt(errorClass, reason);
        }
    }

    /** Answers complete it, so that there is nothing to be tried again. */
    @Override
    public boolean advance() {
        return true;
    }

    /** Accesses cannot be cancelled. MPI-4.1 section 12.3.5. */
    @Override
    public void cancel() {
        throw new MpiFailure(ErrorClass.REQUEST, "a request of a window cannot be cancelled")
                .with("call", call);
    }

    @Override
    public String describe() {
        return call + " target=" + target;
    }

    @Override
    public void describeWait(WaitDependencies needs) {
        needs.describe(describe());
        if (holders == null) {
            // The target answers while it waits for something else, too.
            needs.addRank(target).isCollective();
            return;
        }
        for (int rank = 0; rank < holders.size(); rank++) {
            if (rank != holders.rank()) {
                needs.addRank(holders.worldRank(rank));
            }
        }
        needs.anyRankSuffices();
    }
}
