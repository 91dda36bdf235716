package musubi.event;

import java.util.function.IntUnaryOperator;

/**
 * The ranks that take part in collective operations of a communicator. Two communicators of
 * disjoint ranks may have the same context. Immutable.
 *
 * @param contextId of the communicator
 * @param ranks how many
 * @param worldRank of each of them, by its rank in the communicator
 */
public record CollectiveGroup(int contextId, int ranks, IntUnaryOperator worldRank) {}
