/**
 * Progress of a rank inside MPI calls. MPI-4.1 sections 2.9 and 11.6.
 *
 * <ul>
 *   <li>Duty cycle: {@link musubi.progress.ProgressEngine} polls the transports and advances the
 *       {@link musubi.progress.Operation}s in the {@link musubi.progress.WorkList}; {@link
 *       musubi.progress.ProgressThread} runs it while the program computes.
 *   <li>Waits: {@link musubi.progress.Waitable}, {@link musubi.progress.Completion}, {@link
 *       musubi.progress.IdleStrategy}, {@code JointSleep} with several transports.
 *   <li>Threads: {@link musubi.progress.Gate} admits them, {@code ThreadCheck} finds violations of
 *       the {@link musubi.progress.ThreadLevel}, {@link musubi.progress.CallObserver} observes
 *       calls.
 *   <li>Stalls: {@link musubi.progress.StallDetector} with {@link
 *       musubi.progress.WaitDependencies}, {@link musubi.progress.MessageCounts} and {@link
 *       musubi.progress.ThreadActivity}.
 * </ul>
 */
@Accounted(Component.HIGH_LEVEL_CONTEXTS)
package musubi.progress;

import musubi.memory.Accounted;
import musubi.memory.Component;
