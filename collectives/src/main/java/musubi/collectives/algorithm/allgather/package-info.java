/**
 * All-gathers.
 *
 * <pre>
 *   BruckAllGather, NeighbourExchangeAllGather, RecursiveDoublingAllGather, RingAllGather
 *   GatheredBlocks   blocks of all ranks in rank order
 * </pre>
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives.algorithm.allgather;

import musubi.memory.Accounted;
import musubi.memory.Component;
