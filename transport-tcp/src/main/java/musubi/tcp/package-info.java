/** TCP transport: its provider, its endpoints, and access by one thread at a time. */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.tcp;

import musubi.memory.Accounted;
import musubi.memory.Component;
