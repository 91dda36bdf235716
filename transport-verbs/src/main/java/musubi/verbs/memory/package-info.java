/** Registered memory: domains, regions, keys, scatter and gather. */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.verbs.memory;

import musubi.memory.Accounted;
import musubi.memory.Component;
