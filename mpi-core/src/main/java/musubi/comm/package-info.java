/** Groups and communicators. MPI-4.1 chapter 7. */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.comm;

import musubi.memory.Accounted;
import musubi.memory.Component;
