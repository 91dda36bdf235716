/**
 * All-reduces: LinearAllReduce, RabenseifnerAllReduce, RecursiveDoublingAllReduce,
 * ReduceBroadcastAllReduce, RingAllReduce.
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives.algorithm.allreduce;

import musubi.memory.Accounted;
import musubi.memory.Component;
