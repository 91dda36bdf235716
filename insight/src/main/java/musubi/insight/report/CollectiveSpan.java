package musubi.insight.report;

import java.util.function.LongUnaryOperator;

/**
 * A blocking collective operation of one rank. Immutable.
 *
 * @param operation for example {@code ALLREDUCE}
 * @param instance identifies the operation on all its ranks
 * @param root world rank of the root; -1 when unknown
 * @param bytes share of each rank
 * @param beginNs start, by the common clock
 * @param endNs end, by the common clock
 */
record CollectiveSpan(
        String operation, Instance instance, int root, long bytes, long beginNs, long endNs) {

    /**
     * Identifies an operation of a communicator.
     *
     * @param context of the communicator
     * @param first world rank of its rank 0
     * @param ranks how many it has
     * @param number of operations before it
     */
    record Instance(int context, int first, int ranks, long number) {}

    /** This with its times converted to another clock. */
    CollectiveSpan withClock(LongUnaryOperator clock) {
        return new CollectiveSpan(
                operation,
                instance,
                root,
                bytes,
                clock.applyAsLong(beginNs),
                clock.applyAsLong(endNs));
    }
}
