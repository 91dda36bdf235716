/**
 * The engine: executes schedules by point-to-point messages, and completes requests.
 *
 * <pre>
 *   Execution           runs one schedule, step by step
 *   ExecutionPool       executions of a communicator, reused
 *   BufferBinding       memory behind the named buffers of a schedule
 *   CollectiveRequest   request of a collective operation
 *   CallTags            message tags that separate concurrent operations
 *   PlanCache           schedules of a communicator by call shape
 *   PersistentCall      persistent operation (MPI-4.1 section 6.13)
 *   PaddedCall          all-to-all of unequal blocks by an algorithm for equal ones
 *   PaddingPlan         its schedules and memory limit
 * </pre>
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.collectives.execution;

import musubi.memory.Accounted;
import musubi.memory.Component;
