/** Type signatures: sequences of basic types. MPI-4.1 section 3.3.1. */
@Accounted(Component.BUFFERS)
package musubi.type.signature;

import musubi.memory.Accounted;
import musubi.memory.Component;
