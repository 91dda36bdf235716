/**
 * Deadlock detection from the stalls of all ranks: {@link
 * musubi.bootstrap.deadlock.DeadlockDetector} with its DeadlockReport. mpiexec and jobs within one
 * process use it.
 */
@Accounted(Component.PROCESS_MANAGER)
package musubi.bootstrap.deadlock;

import musubi.memory.Accounted;
import musubi.memory.Component;
