/** Typed buffers of programs: binding to memory, packing, serialisation. */
@Accounted(Component.BUFFERS)
package musubi.type.buffer;

import musubi.memory.Accounted;
import musubi.memory.Component;
