/** What talking to a peer costs: contexts, made on demand and kept in a cache. */
@Accounted(Component.HIGH_LEVEL_CONTEXTS)
package musubi.connect;

import musubi.memory.Accounted;
import musubi.memory.Component;
