/**
 * Collective operations of communicators: the provider and its composition root.
 *
 * <pre>
 *   SelectingProvider     service entry; binds collectives to a communicator
 *   SelectedCollectives   one communicator: validate, look up or plan, execute
 *
 *   call        argument checks, shapes, staging of non-contiguous buffers
 *   selection   algorithm overrides, cost model, decision rules
 *   algorithm   the algorithms, one file each: shape -> schedule
 *   schedule    schedules and their builder
 *   execution   the engine that runs schedules
 *   node        flags and shared memory instead of messages, within a node
 *   model       cost formulas of the algorithms
 *   topology    node maps, tori, routes
 *   tree        trees of ranks
 * </pre>
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives;

import musubi.memory.Accounted;
import musubi.memory.Component;
