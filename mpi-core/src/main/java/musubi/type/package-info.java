/** Datatypes: constructors, type maps and bounds. MPI-4.1 chapter 5. */
@Accounted(Component.BUFFERS)
package musubi.type;

import musubi.memory.Accounted;
import musubi.memory.Component;
