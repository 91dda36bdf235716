package musubi.insight.trace;

import java.util.function.LongUnaryOperator;

/**
 * A blocking collective operation of one rank. Immutable.
 *
 * @param operation for example {@code ALLREDUCE}
 * @param instance identifies the operation on all its ranks
 * @param root world rank of the root; -1 in an intercommunicator
 * @param bytes share of each rank
 * @param beginNs start, by the common clock
 * @param endNs end, by the common clock
 */
public record CollectiveSpan(
        String operation, Instance instance, int root, long bytes, long beginNs, long endNs) {

    /**
     * Identifies an operation of a communicator.
     *
     * @param context of the communicator
     * @param first world rank of its rank 0
     * @param ranks how many it has
     * @param number of operations before it
     */
    public record Instance(int context, int first, int ranks, long number) {}

    /** Whether it is an operation between the two groups of an intercommunicator. */
    public boolean isInter() {
        return root < 0;
    }

    /** Whether a message with this context may belong to it. */
    public boolean hasMessagesIn(int context) {
        return context / 2 == instance.context() / 2;
    }

    /** This with its times converted to another clock. */
    public CollectiveSpan withClock(LongUnaryOperator clock) {
        return new CollectiveSpan(
                operation,
                instance,
                root,
                bytes,
                clock.applyAsLong(beginNs),
                clock.applyAsLong(endNs));
    }
}
