/**
 * Schedules: the steps of one rank in one collective operation, on named buffers, with
 * dependencies. A schedule holds no user memory, so the engine, a cache and the simulator share it.
 *
 * <pre>
 *   Planner               call shape -> schedule
 *   Algorithm             a planner under the name that users select it by
 *   Shape                 everything that a schedule may depend on
 *   Schedule, Step        steps and their dependencies
 *   Part, ItemType        ranges of named buffers, and their datatypes
 *   ScheduleBuilder       builds a schedule from sequential steps
 *   DependencyAnalysis    derives dependencies: BufferAccesses, MessageWindow, Predecessors
 *   Accumulation          partial results in rank order
 *   FoldedRanks           places of ranks that exchange by bits
 *   Segments, Stripes     segmentation of messages
 *   PipelinedChain        default segment size of chains
 *   Requirements          reasons for refusals that several algorithms share
 * </pre>
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives.schedule;

import musubi.memory.Accounted;
import musubi.memory.Component;
