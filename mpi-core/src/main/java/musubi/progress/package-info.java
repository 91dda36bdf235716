/** What keeps messages moving: the duty cycle, work that waits for room, and idling. */
@Accounted(Component.HIGH_LEVEL_CONTEXTS)
package musubi.progress;

import musubi.memory.Accounted;
import musubi.memory.Component;
