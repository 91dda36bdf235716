/** The interface between the core and the module that has the collective algorithms. */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.coll;

import musubi.memory.Accounted;
import musubi.memory.Component;
