/** Numbers, texts and arrays in the bytes of a message, and the numbers of objects. */
@Accounted(Component.BUFFERS)
package musubi.type.object.wire;

import musubi.memory.Accounted;
import musubi.memory.Component;
