package musubi.collectives.node;

import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveContext;
import musubi.coll.CollectiveKind;
import musubi.collectives.call.StagedCall;
import musubi.collectives.execution.CollectiveRequest;
import musubi.collectives.schedule.Shape;
import musubi.progress.Operation;
import musubi.progress.WaitDependencies;
import musubi.progress.WorkList;
import musubi.type.MpiType;

/**
 * Runs blocking calls of a communicator that lies on one node by flags and data in shared memory,
 * instead of messages: takes the next step when what the rank waits for has come. A rank that waits
 * makes progress with messages and sleeps, as in any other call.
 *
 * <p>One per communicator, for blocking calls, of which there is at most one at a time. Thread
 * rule: the thread that holds the rank.
 */
public final class NodeExecution extends Operation implements CollectiveRequest.Runner {
    private final NodeGroup group;
    private final NodeAlgorithms paths;
    private final WorkList work;
    private final int spins;
    private final CollectiveRequest request = new CollectiveRequest();

    public NodeExecution(NodeGroup group) {
        this.group = group;
        paths = new NodeAlgorithms(group);
        spins = group.isOversubscribed() ? 0 : NodeGroup.SPINS;
        work = group.comm().services().pt2pt().progress().work();
        request.setRunner(this);
    }

    /**
     * Whether an operation of this shape and type can be done so; the same on all ranks. The first
     * time, the members have to agree on it.
     */
    public boolean supports(Shape shape, MpiType type) {
        if (!paths.supports(shape, type)) {
            return false;
        }
        if (!paths.isStaged(shape, type)) {
            return true;
        }
        if (!paths.isStagingAgreed()) {
            agree();
        }
        return paths.hasStaging();
    }

    private void agree() {
        request.restart(CollectiveKind.BARRIER);
        paths.beginAgreement();
        go();
        group.comm().services().pt2pt().progress().await(request);
        request.rethrow();
    }

    /** Starts a checked call that this {@linkplain #supports}; the request completes with it. */
    public CollectiveRequest start(CollectiveCall call, MpiType type, Shape shape) {
        request.restart(shape.kind);
        paths.begin(call, type, shape);
        go();
        return request;
    }

    /** As {@link #start}, of a call whose items have gaps; unpacks what was received. */
    public CollectiveRequest startStaged(StagedCall staged, MpiType type, Shape shape) {
        request.restart(shape.kind);
        request.unpackWith(staged);
        paths.begin(staged.packed(), type, shape);
        go();
        return request;
    }

    private void go() {
        for (int i = 0; i <= spins; i++) {
            if (run()) {
                return;
            }
        }
        group.watch();
        work.add(this);
    }

    /** Does all steps that need not wait; whether that was the last one. */
    private boolean run() {
        try {
            while (group.isConditionMet()) {
                if (paths.step()) {
                    finish(null);
                    return true;
                }
            }
            return false;
        } catch (RuntimeException | Error e) {
            finish(e);
            return true;
        }
    }

    private void finish(Throwable failure) {
        paths.end();
        if (failure == null) {
            request.succeed();
        } else {
            request.unpackWith(null);
            request.fail(failure);
        }
    }

    @Override
    public boolean advance() {
        if (run() || isCutOff()) {
            group.unwatch();
            return true;
        }
        return false;
    }

    /** Whether the rank that is waited for is gone. */
    private boolean isCutOff() {
        try {
            group.checkAlive();
            return false;
        } catch (RuntimeException e) {
            finish(e);
            return true;
        }
    }

    @Override
    public boolean isAnnounced() {
        return group.isAnnounced();
    }

    @Override
    public CollectiveContext comm() {
        return group.comm();
    }

    @Override
    public void describeWait(WaitDependencies needs) {
        group.describeWait(needs);
    }
}
