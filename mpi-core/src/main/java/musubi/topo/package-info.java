/** Virtual topologies as plain arithmetic: no messages, no communicators. */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.topo;

import musubi.memory.Accounted;
import musubi.memory.Component;
