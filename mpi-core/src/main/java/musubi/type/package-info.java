/** Datatypes, and how a user's buffer becomes a run of bytes. */
@Accounted(Component.BUFFERS)
package musubi.type;

import musubi.memory.Accounted;
import musubi.memory.Component;
