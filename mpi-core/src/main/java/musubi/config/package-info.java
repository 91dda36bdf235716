/** What a user may set. */
@Accounted(Component.PROCESS_MANAGER)
package musubi.config;

import musubi.memory.Accounted;
import musubi.memory.Component;
