/**
 * Algorithms on the links of a torus or mesh.
 *
 * <pre>
 *   TrinaryBroadcast, TrinaryReduce, TrinaryAllReduce   edge-disjoint spanning trees
 *   TrinaryAlgorithm, TrinaryTrees                      what these share
 *   GridBinaryBroadcast                                 binary trees along the dimensions
 *   StripedBroadcast, StripedReduction                  a message in stripes, one tree for each
 *   TorusAllGather                                      rings, dimension by dimension
 *   DoublespreadAllToAll, SpreadOrder                   all links in use at once
 * </pre>
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives.algorithm.torus;

import musubi.memory.Accounted;
import musubi.memory.Component;
