package musubi.collectives.node;

import musubi.coll.CollectiveKind;
import musubi.collectives.execution.CollectiveRequest;
import musubi.error.MpiFailure;

/**
 * Barrier within a node by flags in shared memory: each rank publishes its arrival and waits for
 * all. A code path of its own, so that type profiles of other operations do not invalidate its
 * compiled code.
 *
 * <p>The last rank to arrive waits for no other, so a rank leaves a barrier and enters the next in
 * one scheduler turn. With more ranks than cores a rank that was the root of a broadcast before
 * arrives after the ranks of its core, if they come: they would wait for its next broadcast.
 *
 * <p>Cost: p cache line transfers at each rank, shared by the ranks of a core. Thread rule: the
 * thread that holds the rank.
 */
public final class NodeBarrier extends NodeOperation {
    private static final long HEADER = NodeGroup.header(CollectiveKind.BARRIER, 0, 0);

    private boolean isPublished;

    public NodeBarrier(NodeGroup group) {
        super(group);
    }

    /** Starts a barrier; the request completes with it. */
    public CollectiveRequest start() {
        request.restart(CollectiveKind.BARRIER);
        isPublished = false;
        if (group.noteRoot(false) && group.isOversubscribed()) {
            letOthersArrive();
        }
        group.awaitSlots(1);
        for (int i = 0; i <= spins; i++) {
            if (run()) {
                return request;
            }
        }
        continueLater();
        return request;
    }

    /** Gives the ranks of this core a turn each, at most. */
    private void letOthersArrive() {
        int turns = group.size() / group.cores();
        for (int i = 0; i < turns && !haveOthersArrived(); i++) {
            Thread.yield();
        }
    }

    private boolean haveOthersArrived() {
        for (int member = 0; member < group.size(); member++) {
            boolean isOther = member != group.rank();
            if (isOther && !group.flags().isPublished(member, group.sequence() + 1)) {
                return false;
            }
        }
        return true;
    }

    @Override
    boolean run() {
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
            fail(e);
        }
    }

    @Override
    void fail(RuntimeException failure) {
        request.fail(failure);
    }
}
