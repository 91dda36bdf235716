/** Sessions with peers, which outlive their connections. */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.tcp.session;

import musubi.memory.Accounted;
import musubi.memory.Component;
