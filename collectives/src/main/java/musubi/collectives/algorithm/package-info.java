/**
 * The catalogue of collective algorithms. Each algorithm is a file in the package of its operation,
 * a pure function from a call shape to a schedule.
 *
 * <pre>
 *   Catalogue       all algorithms by operation
 *   barrier, bcast, gather (and scatter), allgather, alltoall
 *   reduce, allreduce, reducescatter, scan (and exscan)
 *   neighbour       neighbourhood collectives
 *   torus           algorithms on the links of a torus
 *   twolevel        algorithms that separate nodes and ranks of a node
 *   site            algorithms for sites that are far from each other
 *   inter           operations between the groups of an intercommunicator
 * </pre>
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives.algorithm;

import musubi.memory.Accounted;
import musubi.memory.Component;
