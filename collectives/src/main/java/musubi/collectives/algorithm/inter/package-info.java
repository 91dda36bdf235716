/**
 * Algorithms of intercommunicators. Peers are the ranks of both groups in one numbering: see {@code
 * Shape.local} and {@code Shape.remote}. MPI-4.1 section 6.2.2.
 *
 * <pre>
 *   InterAlgorithms    the algorithm of each operation
 *   LocalGroupSteps    reduction and broadcast within the local group
 *   InterAllGather, InterAllReduce, InterAllToAll, InterBarrier, InterBroadcast, InterGather,
 *   InterReduce, InterReduceScatter, InterScatter
 *   InterSites         the sites of both groups: InterSiteReduce, InterSiteAllGather,
 *                      InterSiteAllToAll
 * </pre>
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives.algorithm.inter;

import musubi.memory.Accounted;
import musubi.memory.Component;
