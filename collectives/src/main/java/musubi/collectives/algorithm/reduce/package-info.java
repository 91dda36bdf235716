/**
 * Reductions to a root.
 *
 * <pre>
 *   LinearReduce, BinomialReduce, ChainReduce, PipelineReduce, InOrderBinaryReduce
 *   RabenseifnerReduce   reduce-scatter, then gather
 *   RecursiveHalving     its reduce-scatter
 * </pre>
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives.algorithm.reduce;

import musubi.memory.Accounted;
import musubi.memory.Component;
