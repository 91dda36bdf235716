/**
 * The bootstrap of a rank: its place in the job, and the exchange of addresses before the first
 * message.
 *
 * <ul>
 *   <li>{@link musubi.bootstrap.Bootstrap}: the interface to a process manager; implementations in
 *       {@code musubi.bootstrap.pmi} (process managers with PMI) and {@code musubi.bootstrap.local}
 *       (singletons, ranks as threads)
 *   <li>{@link musubi.bootstrap.RankHost}: the host of ranks that share a process
 *   <li>{@link musubi.bootstrap.StallLink}, {@link musubi.bootstrap.Stall}: reports to the deadlock
 *       detector ({@code musubi.bootstrap.deadlock})
 *   <li>{@link musubi.bootstrap.ExitStatus}, {@link musubi.bootstrap.RankNames}: exit codes and
 *       texts shared with mpiexec
 * </ul>
 */
@Accounted(Component.PROCESS_MANAGER)
package musubi.bootstrap;

import musubi.memory.Accounted;
import musubi.memory.Component;
