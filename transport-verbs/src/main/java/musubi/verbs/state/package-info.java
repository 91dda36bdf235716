/** States and attributes of queue pairs. */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.verbs.state;

import musubi.memory.Accounted;
import musubi.memory.Component;
