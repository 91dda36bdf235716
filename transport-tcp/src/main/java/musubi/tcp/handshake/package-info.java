/** Incoming and outgoing handshakes of connections. */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.tcp.handshake;

import musubi.memory.Accounted;
import musubi.memory.Component;
