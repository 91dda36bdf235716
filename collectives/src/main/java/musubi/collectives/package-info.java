/** Runs collective operations: checks a call, selects an algorithm, executes its schedule. */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives;

import musubi.memory.Accounted;
import musubi.memory.Component;
