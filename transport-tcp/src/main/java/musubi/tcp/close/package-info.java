/** How a rank that leaves closes its connections. */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.tcp.close;

import musubi.memory.Accounted;
import musubi.memory.Component;
