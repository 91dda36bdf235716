package musubi.collectives;

import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveKind;
import musubi.collectives.node.NodeGroup;
import musubi.collectives.node.NodePaths;
import musubi.collectives.schedule.Shape;
import musubi.comm.Communicator;
import musubi.progress.Needs;
import musubi.progress.Operation;
import musubi.progress.WorkList;
import musubi.type.Datatype;

/**
 * Runs blocking calls of a communicator that lies on one node by flags and data in shared memory,
 * instead of messages: takes the next step when what the rank waits for has come. A rank that waits
 * makes progress with messages and sleeps, as in any other call.
 *
 * <p>One per communicator, for blocking calls, of which there is at most one at a time. Thread
 * rule: the thread that holds the rank.
 */
final class NodeExecution extends Operation implements CollectiveRequest.Runner {
    private final NodeGroup group;
    private final NodePaths paths;
    private final WorkList work;
    private final int spins;
    private final CollectiveRequest request = new CollectiveRequest();

    NodeExecution(NodeGroup group) {
        this.group = group;
        paths = new NodePaths(group);
        spins = group.isCrowded() ? 0 : NodeGroup.SPINS;
        work = group.comm().owner().pt2pt().progress().work();
        request.runBy(this);
    }

    /**
     * Whether an operation of this shape and type can be done so; the same on all ranks. The first
     * time, the members have to agree on it.
     */
    boolean takes(Shape shape, Datatype type) {
        if (!paths.take(shape, type)) {
            return false;
        }
        if (!paths.isStaged(shape, type)) {
            return true;
        }
        if (!paths.haveAgreed()) {
            agree();
        }
        return paths.haveStaging();
    }

    private void agree() {
        request.restart(CollectiveKind.BARRIER);
        paths.beginAgreement();
        go();
        group.comm().owner().pt2pt().progress().await(request);
        request.rethrow();
    }

    /** Starts a checked call that this {@linkplain #takes}; the request completes with it. */
    CollectiveRequest start(CollectiveCall call, Datatype type, Shape shape) {
        request.restart(shape.kind);
        paths.begin(call, type, shape);
        go();
        return request;
    }

    /** As {@link #start}, of a call whose items have gaps; unpacks what was received. */
    CollectiveRequest startStaged(StagedCall staged, Datatype type, Shape shape) {
        request.restart(shape.kind);
        request.unpacksInto(staged);
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
            while (group.isMet()) {
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
            request.unpacksInto(null);
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
    public Communicator comm() {
        return group.comm();
    }

    @Override
    public void tell(Needs needs) {
        group.tell(needs);
    }
}
