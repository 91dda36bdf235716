/**
 * Collective operations within a node without messages, by flags and data in shared memory.
 *
 * <pre>
 *   NodeGroup           members of a communicator: sequence numbers, waits, staging areas
 *   NodeOperation       NodeBarrier; NodeExecution, which runs the other operations
 *   NodeAlgorithms      algorithm and transfer of a call (NodeCall)
 *   NodeAlgorithm       NodeBroadcast; NodeExchange: NodeAllGather, NodeAllToAll; NodeReduction:
 *                       NodeDirectReduction, NodeCollectedReduction, NodeSlicedReduction
 *   RankOrderReducer    reduction in rank order
 *   NodeTransfer        InlineTransfer, StagedTransfer, ByReferenceTransfer
 *   StagingAgreement    availability of staging areas on all members
 * </pre>
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives.node;

import musubi.memory.Accounted;
import musubi.memory.Component;
