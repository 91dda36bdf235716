/**
 * Jobs within the JVM of another tool, such as a test framework or a shell: each rank is a thread
 * with classes of its own, as on a PVAS node, and nothing ends the JVM.
 */
@Accounted(Component.PROCESS_MANAGER)
package musubi.embedded;

import musubi.memory.Accounted;
import musubi.memory.Component;
