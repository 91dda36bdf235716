/**
 * Shared memory transport in the style of PVAS: one file per node and job, cut into equal
 * partitions, mapped whole by every rank.
 */
@Accounted(Component.SHARED_MEMORY)
package musubi.shm;

import musubi.memory.Accounted;
import musubi.memory.Component;
