package musubi.collectives.node;

import musubi.coll.CollectiveContext;
import musubi.coll.CollectiveKind;
import musubi.collectives.execution.CollectiveRequest;
import musubi.error.MpiFailure;
import musubi.progress.Operation;
import musubi.progress.WaitDependencies;
import musubi.progress.WorkList;

/**
 * Barrier within a node by flags in shared memory: each rank publishes its arrival and waits for
 * all. A code path of its own, so that type profiles of other operations do not invalidate its
 * compiled code.
 *
 * <p>The last rank to arrive waits for no other, so a rank leaves a barrier and enters the next in
 * one scheduler turn. Cost: p cache line transfers at each rank, shared by the ranks of a core.
 * Thread rule: the thread that holds the rank.
 */
public final class NodeBarrier extends Operation implements CollectiveRequest.Runner {
    private static final long HEADER = NodeGroup.header(CollectiveKind.BARRIER, 0, 0);

    private final NodeGroup group;
    private final WorkList work;
    private final CollectiveRequest request = new CollectiveRequest();
    private final int spins;
    private boolean isPublished;

    public NodeBarrier(NodeGroup group) {
        this.group = group;
        spins = group.isOversubscribed() ? 0 : NodeGroup.SPINS;
        work = group.comm().services().pt2pt().progress().work();
        request.setRunner(this);
    }

    /** Starts a barrier; the request completes with it. */
    public CollectiveRequest start() {
        request.restart(CollectiveKind.BARRIER);
        isPublished = false;
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
            if (isPublished) {
                finish();
                return true;
            }
            isPublished = true;
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

    /** Whether the awaited rank is lost. */
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
