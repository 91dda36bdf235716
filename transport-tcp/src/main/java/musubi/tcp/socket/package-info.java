/** Non-blocking sockets, the event loops that watch them, and their kernel buffers. */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.tcp.socket;

import musubi.memory.Accounted;
import musubi.memory.Component;
