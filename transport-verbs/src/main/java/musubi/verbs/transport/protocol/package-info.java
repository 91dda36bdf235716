/** Formats of the verbs transport. */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.verbs.transport.protocol;

import musubi.memory.Accounted;
import musubi.memory.Component;
