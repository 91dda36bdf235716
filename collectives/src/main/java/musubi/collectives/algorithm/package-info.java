/** The collective algorithms, one file each: pure functions from a shape to a schedule. */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives.algorithm;

import musubi.memory.Accounted;
import musubi.memory.Component;
