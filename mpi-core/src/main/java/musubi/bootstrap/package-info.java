/**
 * How a rank learns its place in the job and exchanges addresses before the first message: the
 * client of the PMI-1.1 process manager interface, a world of one, and jobs whose ranks are threads
 * of one JVM.
 */
@Accounted(Component.PROCESS_MANAGER)
package musubi.bootstrap;

import musubi.memory.Accounted;
import musubi.memory.Component;
