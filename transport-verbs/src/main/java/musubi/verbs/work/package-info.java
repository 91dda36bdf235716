/** Work requests, the queues that hold them, and their completions. */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.verbs.work;

import musubi.memory.Accounted;
import musubi.memory.Component;
