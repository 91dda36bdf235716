package musubi.collectives.node;

/**
 * An operation in which each member offers a part of its data, then fetches those of all others.
 *
 * <pre>
 *   each rank    offer part 0 | publish | wait for all | fetch part 0 of all | offer part 1 | ...
 *                by reference: publish once more, and wait for all
 * </pre>
 */
abstract class NodeExchange extends NodeAlgorithm {
    private enum Phase {
        OFFER,
        FETCH,
        END
    }

    private Phase phase;

    /** Bytes of a block that have been exchanged. */
    long at;

    NodeExchange(NodeGroup group) {
        super(group);
    }

    @Override
    final void start() {
        at = 0;
        phase = Phase.OFFER;
        transfer.awaitSlots(1);
    }

    @Override
    final boolean step() {
        return switch (phase) {
            case OFFER -> {
                offer(nextBytes());
                yield publish(Phase.FETCH);
            }
            case FETCH -> fetch();
            case END -> true;
        };
    }

    private boolean publish(Phase next) {
        phase = next;
        group.publishAndAwaitAll(call.header);
        return false;
    }

    private boolean fetch() {
        group.checkAll();
        long bytes = nextBytes();
        fetch(bytes);
        at += bytes;
        if (at < call.bytes) {
            phase = Phase.OFFER;
            transfer.awaitSlots(1);
            return false;
        }
        return !transfer.isByReference() || publish(Phase.END);
    }

    private long nextBytes() {
        return Math.min(partBytes(), call.bytes - at);
    }

    /** Most bytes of a block in one part. */
    abstract long partBytes();

    /** Offers the next part. */
    abstract void offer(long bytes);

    /** Fetches the part from all members; each starts at another one. */
    abstract void fetch(long bytes);
}
