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
 * Executes blocking calls within a node by flags and data in shared memory: one step after another,
 * each when its wait condition holds. A waiting rank makes progress with messages and sleeps, as in
 * any other call.
 *
 * <p>One for each communicator; at most one blocking call is in progress. Thread rule: the thread
 * that holds the rank.
 */
public final class NodeExecution extends Operation implements CollectiveRequest.Runner {
    private final NodeGroup group;
    private final NodeAlgorithms algorithms;
    private final WorkList work;
    private final int spins;
    private final CollectiveRequest request = new CollectiveRequest();

    public NodeExecution(NodeGroup group) {
        this.group = group;
        algorithms = new NodeAlgorithms(group);
        spins = group.isOversubscribed() ? 0 : NodeGroup.SPINS;
        work = group.comm().services().pt2pt().progress().work();
        request.setRunner(this);
    }

    /**
     * Whether calls of a shape and type are supported; equal on all ranks. The first call that
     * needs staging areas runs the agreement on them.
     */
    public boolean supports(Shape shape, MpiType type) {
        if (!algorithms.supports(shape, type)) {
            return false;
        }
        if (!algorithms.isStaged(shape, type)) {
            return true;
        }
        if (!algorithms.isStagingAgreed()) {
            agree();
        }
        return algorithms.hasStaging();
    }

    private void agree() {
        request.restart(CollectiveKind.BARRIER);
        algorithms.beginAgreement();
        runOrWait();
        group.comm().services().pt2pt().progress().await(request);
        request.rethrow();
    }

    /**
     * Starts a checked call that is {@linkplain #supports supported}; the request completes with
     * it.
     */
    public CollectiveRequest start(CollectiveCall call, MpiType type, Shape shape) {
        request.restart(shape.kind);
        algorithms.begin(call, type, shape);
        runOrWait();
        return request;
    }

    /** As {@link #start}, for a call whose items have gaps; unpacks the data received. */
    public CollectiveRequest startStaged(StagedCall staged, MpiType type, Shape shape) {
        request.restart(shape.kind);
        request.unpackWith(staged);
        algorithms.begin(staged.packed(), type, shape);
        runOrWait();
        return request;
    }

    private void runOrWait() {
        for (int i = 0; i <= spins; i++) {
            if (run()) {
                return;
            }
        }
        group.watch();
        work.add(this);
    }

    /** Executes all steps whose wait condition holds; returns whether the call is complete. */
    private boolean run() {
        try {
            while (group.isConditionMet()) {
                if (algorithms.step()) {
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
        algorithms.end();
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

    /** Whether the awaited rank is lost. */
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
