/**
 * Checks of accesses to windows: {@link musubi.rma.check.AccessLog} finds conflicts between the
 * {@link musubi.rma.check.WindowAccess}es of a rank and between fences, {@link
 * musubi.rma.check.AccessTable} those of different origins in other epochs.
 */
@Accounted(Component.HIGH_LEVEL_CONTEXTS)
package musubi.rma.check;

import musubi.memory.Accounted;
import musubi.memory.Component;
