/** Gathers and scatters: BinomialGather, BinomialScatter, LinearGather, LinearScatter. */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives.algorithm.gather;

import musubi.memory.Accounted;
import musubi.memory.Component;
