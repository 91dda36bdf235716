/** Detection of deadlocks from the stalls of all ranks. */
@Accounted(Component.PROCESS_MANAGER)
package musubi.bootstrap.deadlock;

import musubi.memory.Accounted;
import musubi.memory.Component;
