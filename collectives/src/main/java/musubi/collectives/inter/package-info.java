/**
 * The collective algorithms of intercommunicators, one file each: pure functions from a shape to a
 * schedule. Peers are the ranks of both groups, numbered together as {@code Shape.local} and {@code
 * Shape.remote} say. MPI-4.1 section 6.2.2.
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives.inter;

import musubi.memory.Accounted;
import musubi.memory.Component;
