/** Neighbourhood collectives: LinearNeighbourhood. MPI-4.1 section 8.6. */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives.algorithm.neighbour;

import musubi.memory.Accounted;
import musubi.memory.Component;
