/** Matching of messages and receives. MPI-4.1 section 3.5. */
@Accounted(Component.HIGH_LEVEL_CONTEXTS)
package musubi.pt2pt.matching;

import musubi.memory.Accounted;
import musubi.memory.Component;
