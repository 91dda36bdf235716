/** Settings of the TCP transport, and addresses and identities of ranks. */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.tcp.config;

import musubi.memory.Accounted;
import musubi.memory.Component;
