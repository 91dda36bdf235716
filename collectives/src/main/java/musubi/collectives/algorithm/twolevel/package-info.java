/**
 * Two-level algorithms: one among the ranks of each node, one among the nodes.
 *
 * <pre>
 *   TwoLevelBroadcast, TwoLevelReduce, TwoLevelAllReduce, TwoLevelAllToAll
 *   TwoLevels   node roots, and the call shapes of the two levels
 * </pre>
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives.algorithm.twolevel;

import musubi.memory.Accounted;
import musubi.memory.Component;
