/** What looks for misuse, only when the setting {@code musubi.check} is on. */
@Accounted(Component.HIGH_LEVEL_CONTEXTS)
package musubi.check;

import musubi.memory.Accounted;
import musubi.memory.Component;
