/**
 * Active messages executed by the network interface (NICAM, RWCP 1998): copies with notification,
 * counted arrival, barriers that run by themselves.
 *
 * <ul>
 *   <li>Entry points: {@link musubi.nicam.NicamService} makes a {@link musubi.nicam.NicamNode} for
 *       each communicator; threads of the program call that.
 *   <li>Commands: {@link musubi.nicam.CopyCommand}, through a {@code CommandRing} of each thread.
 *   <li>The interface: {@code NetworkInterface} carries commands out and has the handlers; {@code
 *       Transfers}, {@code FuzzyBarrier} and {@code Rendezvous} are its state machines.
 *   <li>Memory: {@code NicamRegion}, {@code FlagTable}.
 * </ul>
 */
@Accounted(Component.HIGH_LEVEL_CONTEXTS)
package musubi.nicam;

import musubi.memory.Accounted;
import musubi.memory.Component;
