package musubi.insight.report;

import java.util.function.LongUnaryOperator;

/**
 * A blocking collective operation, as one rank sees it. Immutable.
 *
 * @param operation for example {@code ALLREDUCE}
 * @param instance which one, the same on all ranks that take part
 * @param root world rank; -1 when nobody knows
 * @param bytes each rank's share
 * @param beginNs when, by the common clock
 * @param endNs when, by the common clock
 */
record CollectiveSpan(
        String operation, Instance instance, int root, long bytes, long beginNs, long endNs) {

    /**
     * Which operation of which communicator.
     *
     * @param context of the communicator
     * @param first world rank of its rank 0
     * @param ranks how many it has
     * @param number of operations before it
     */
    record Instance(int context, int first, int ranks, long number) {}

    /** The same by another clock. */
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
