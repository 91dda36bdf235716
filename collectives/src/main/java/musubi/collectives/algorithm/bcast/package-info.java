/**
 * Broadcasts.
 *
 * <pre>
 *   LinearBroadcast, BinomialBroadcast
 *   ChainBroadcast, PipelineBroadcast, BinaryTreeBroadcast, SplitBinaryTreeBroadcast
 *   ScatterDoublingBroadcast, ScatterRingBroadcast   scatter, then all-gather
 *   ScatteredMessage                                 their scatter
 * </pre>
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives.algorithm.bcast;

import musubi.memory.Accounted;
import musubi.memory.Component;
