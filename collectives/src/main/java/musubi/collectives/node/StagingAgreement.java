package musubi.collectives.node;

import musubi.coll.CollectiveKind;

/**
 * The members agree, once, on whether all of them have memory for staging areas. Without, calls
 * that need them become messages. Each rank shows whether it has; all see all.
 */
final class StagingAgreement extends NodeAlgorithm {
    private static final long NONE = 1;

    private boolean isShown;
    private boolean isDone;
    private boolean isThere;

    StagingAgreement(NodeGroup group) {
        super(group);
    }

    /** Whether the members have agreed. */
    boolean isDone() {
        return isDone;
    }

    /** Whether all have staging areas. */
    boolean isAvailable() {
        return isThere;
    }

    @Override
    void start() {
        isShown = false;
        group.awaitSlots(1);
    }

    @Override
    boolean step() {
        if (isShown) {
            group.checkAll();
            isDone = true;
            isThere = group.sumOfWords() == 0;
            return true;
        }
        isShown = true;
        group.putWord(group.reserveStaging() ? 0 : NONE);
        group.publishAndAwaitAll(NodeGroup.header(CollectiveKind.BARRIER, 0, 0));
        return false;
    }
}
