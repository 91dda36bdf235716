/**
 * Executes the schedules of all ranks of a job on a modelled network; deterministic.
 *
 * <ul>
 *   <li>{@link musubi.simulator.execution.Experiment} runs one kind of collective on one machine,
 *       {@link musubi.simulator.execution.PlannedCall} one call on several; {@link
 *       musubi.simulator.execution.SegmentSearch} finds the best segment; {@link
 *       musubi.simulator.execution.ChoiceLoss} compares the model's choice with the best.
 *   <li>Event by event: {@code Simulation} of {@code JobSchedules}, which share {@code
 *       CompactSchedule}s; {@code StepListener}.
 *   <li>Ring algorithms step by step: {@code RingSimulation} of a {@code RingSchedule}.
 * </ul>
 */
package musubi.simulator.execution;
