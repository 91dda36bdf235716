/** Groups of ranks: ordered sets and their maps to world ranks. MPI-4.1 section 7.3. */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.group;

import musubi.memory.Accounted;
import musubi.memory.Component;
