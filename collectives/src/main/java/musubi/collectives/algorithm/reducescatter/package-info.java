/**
 * Reduce-scatters.
 *
 * <pre>
 *   PairwiseReduceScatter, RecursiveHalvingReduceScatter, RingReduceScatter
 *   ScatteredOperands   a rank's operand of each block
 * </pre>
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives.algorithm.reducescatter;

import musubi.memory.Accounted;
import musubi.memory.Component;
