package musubi.collectives.node;

import musubi.coll.CollectiveKind;

/**
 * Agreement, once, on whether all members have memory for staging areas; otherwise calls that need
 * them use messages. Each rank publishes whether it has memory, and reads those of all.
 */
final class StagingAgreement extends NodeAlgorithm {
    private static final long NONE = 1;

    private boolean isPublished;
    private boolean isDone;
    private boolean isThere;

    StagingAgreement(NodeGroup group) {
        super(group);
    }

    /** Whether the agreement is complete. */
    boolean isDone() {
        return isDone;
    }

    /** Whether all members have staging areas. */
    boolean isAvailable() {
        return isThere;
    }

    @Override
    void start() {
        isPublished = false;
        group.awaitSlots(1);
    }

    @Override
    boolean step() {
        if (isPublished) {
            group.checkAll();
            isDone = true;
            isThere = group.sumOfWords() == 0;
            return true;
        }
        isPublished = true;
        group.putWord(group.reserveStaging() ? 0 : NONE);
        group.publishAndAwaitAll(NodeGroup.header(CollectiveKind.BARRIER, 0, 0));
        return false;
    }
}
