/** The client of a process manager that speaks PMI-1 or PMI-2. */
@Accounted(Component.PROCESS_MANAGER)
package musubi.bootstrap.pmi;

import musubi.memory.Accounted;
import musubi.memory.Component;
