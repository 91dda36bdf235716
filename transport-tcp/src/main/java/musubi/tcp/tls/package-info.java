/** TLS 1.3 over a stream. */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.tcp.tls;

import musubi.memory.Accounted;
import musubi.memory.Component;
