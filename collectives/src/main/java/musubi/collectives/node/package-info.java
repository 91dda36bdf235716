/**
 * Collective operations of the ranks of one node without messages, by flags and data in memory that
 * they share; one file for each way.
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives.node;

import musubi.memory.Accounted;
import musubi.memory.Component;
