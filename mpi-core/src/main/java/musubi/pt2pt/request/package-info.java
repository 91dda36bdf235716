/** Requests: operations in flight and their outcomes. MPI-4.1 section 3.7. */
@Accounted(Component.HIGH_LEVEL_CONTEXTS)
package musubi.pt2pt.request;

import musubi.memory.Accounted;
import musubi.memory.Component;
