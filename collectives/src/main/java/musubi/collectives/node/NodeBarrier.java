package musubi.collectives.node;

import musubi.coll.CollectiveContext;
import musubi.coll.CollectiveKind;
import musubi.collectives.execution.CollectiveRequest;
import musubi.error.MpiFailure;
import musubi.progress.Operation;
import musubi.progress.WaitDependencies;
import musubi.progress.WorkList;

/**
 * Barrier of a communicator that lies on one node, by flags in shared memory: each rank shows that
 * it has come, and waits for all. It has a file and code of its own, so that what other operations
 * teach the JIT compiler does not undo its code.
 *
 * <p>Who comes last waits for nobody, so a rank leaves a barrier and enters the next in one turn.
 * Cost: p line transfers at each rank, but one for all ranks that share a core's cache. Thread
 * rule: the thread that holds the rank.
 */
public final class NodeBarrier extends Operation implements CollectiveRequest.Runner {
    private static final long HEADER = NodeGroup.header(CollectiveKind.BARRIER, 0, 0);

    private final NodeGroup group;
    private final WorkList work;
    private final CollectiveRequest request = new CollectiveRequest();
    private final int spins;
    private boolean isShown;

    public NodeBarrier(NodeGroup group) {
        this.group = group;
        spins = group.isOversubscribed() ? 0 : NodeGroup.SPINS;
        work = group.comm().services().pt2pt().progress().work();
        request.setRunner(this);
    }

    /** Starts one; the request completes with it. */
    public CollectiveRequest start() {
        request.restart(CollectiveKind.BARRIER);
        isShown = false;
        group.awaitSlots(1);
        for (int i = 0; i <= spins; i++) {
            if (run()) {
                return request;
            }
        }
        group.watch();
        work.add(this);
        return request;
    }

    private boolean run() {
        while (group.isConditionMet()) {
            if (isShown) {
                finish();
                return true;
            }
            isShown = true;
            group.publishAndAwaitAll(HEADER);
        }
        return false;
    }

    private void finish() {
        try {
            group.checkAll();
            request.succeed();
        } catch (MpiFailure e) {
            request.fail(e);
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
        } catch (MpiFailure e) {
            request.fail(e);
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
