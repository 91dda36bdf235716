/** Settings of the verbs transport. */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.verbs.transport.options;

import musubi.memory.Accounted;
import musubi.memory.Component;
