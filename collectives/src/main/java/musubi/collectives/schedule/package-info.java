/**
 * What one rank does in a collective, as data: steps on named buffers with dependencies. Holds no
 * user memory, so the engine, a cache and a simulator can use the same schedule.
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives.schedule;

import musubi.memory.Accounted;
import musubi.memory.Component;
