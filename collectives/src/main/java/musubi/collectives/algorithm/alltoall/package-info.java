/**
 * All-to-alls.
 *
 * <pre>
 *   BruckAllToAll, LinearAllToAll, PairwiseAllToAll
 *   SendBlocks   blocks to send; copies if the call is in place
 * </pre>
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives.algorithm.alltoall;

import musubi.memory.Accounted;
import musubi.memory.Component;
