/**
 * Barriers.
 *
 * <pre>
 *   DisseminationBarrier, LinearBarrier, RecursiveDoublingBarrier, TreeBarrier
 * </pre>
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives.algorithm.barrier;

import musubi.memory.Accounted;
import musubi.memory.Component;
