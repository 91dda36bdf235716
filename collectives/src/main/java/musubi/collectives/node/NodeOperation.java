package musubi.collectives.node;

import musubi.coll.CollectiveContext;
import musubi.collectives.execution.CollectiveRequest;
import musubi.progress.Operation;
import musubi.progress.WaitDependencies;
import musubi.progress.WorkList;

/**
 * A blocking operation within a node that waits for flags: while it waits, the rank makes progress
 * with messages and sleeps, as in any other call. Thread rule: the thread that holds the rank.
 */
abstract class NodeOperation extends Operation implements CollectiveRequest.Runner {
    final NodeGroup group;
    final CollectiveRequest request = new CollectiveRequest();
    final int spins;
    private final WorkList work;

    NodeOperation(NodeGroup group) {
        this.group = group;
        spins = group.isOversubscribed() ? 0 : NodeGroup.SPINS;
        work = group.comm().services().pt2pt().progress().work();
        request.setRunner(this);
    }

    /** Executes all steps whose wait condition holds; returns whether the operation is complete. */
    abstract boolean run();

    /** Ends the operation. */
    abstract void fail(RuntimeException failure);

    /** Continues when an awaited flag is published. */
    final void continueLater() {
        group.watch();
        work.add(this);
    }

    @Override
    public final boolean advance() {
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
            fail(e);
            return true;
        }
    }

    @Override
    public final boolean isAnnounced() {
        return group.isAnnounced();
    }

    @Override
    public final CollectiveContext comm() {
        return group.comm();
    }

    @Override
    public final void describeWait(WaitDependencies needs) {
        group.describeWait(needs);
    }
}
