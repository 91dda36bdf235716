package musubi.collectives.node;

import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveKind;
import musubi.collectives.call.StagedCall;
import musubi.collectives.execution.CollectiveRequest;
import musubi.collectives.schedule.Shape;
import musubi.type.MpiType;

/**
 * Executes blocking calls within a node by flags and data in shared memory: one step after another,
 * each when its wait condition holds. A waiting rank makes progress with messages and sleeps, as in
 * any other call.
 *
 * <p>One for each communicator; at most one blocking call is in progress. Thread rule: the thread
 * that holds the rank.
 */
public final class NodeExecution extends NodeOperation {
    private final NodeAlgorithms algorithms;

    public NodeExecution(NodeGroup group) {
        super(group);
        algorithms = new NodeAlgorithms(group);
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
        continueLater();
    }

    @Override
    boolean run() {
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
    void fail(RuntimeException failure) {
        finish(failure);
    }
}
