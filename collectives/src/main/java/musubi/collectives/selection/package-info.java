/**
 * Who decides which algorithm carries a call out: what the user forces, tables, rules. All ranks of
 * a communicator decide alike, because they look only at what all of them know.
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives.selection;

import musubi.memory.Accounted;
import musubi.memory.Component;
