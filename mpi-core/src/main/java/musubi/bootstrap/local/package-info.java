/** Jobs within one process: a world of one, and ranks that are threads. */
@Accounted(Component.PROCESS_MANAGER)
package musubi.bootstrap.local;

import musubi.memory.Accounted;
import musubi.memory.Component;
