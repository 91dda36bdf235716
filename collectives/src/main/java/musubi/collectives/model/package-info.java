/**
 * What the algorithms of collectives cost, in closed form: messages one after the other and bytes
 * over the busiest link, by the number of ranks, their torus and nodes, and the bytes of the call.
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives.model;

import musubi.memory.Accounted;
import musubi.memory.Component;
