/** What a rank learns of its job before its first message: place, size, key-value space. */
@Accounted(Component.PROCESS_MANAGER)
package musubi.bootstrap;

import musubi.memory.Accounted;
import musubi.memory.Component;
