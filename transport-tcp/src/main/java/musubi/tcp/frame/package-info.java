/** Frames of one peer: reading, writing, acknowledgement and replay. */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.tcp.frame;

import musubi.memory.Accounted;
import musubi.memory.Component;
