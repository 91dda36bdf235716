/**
 * Communicators. MPI-4.1 chapter 7. Creation uses point-to-point messages only, so that the core
 * works without collective algorithms.
 *
 * <ul>
 *   <li>{@link musubi.comm.Communicator} in the {@link musubi.comm.CommEnvironment} of its rank,
 *       which has the {@link musubi.comm.ContextIds} and {@link musubi.comm.LiveCommunicators}.
 *   <li>Context ids: {@code ContextIdAgreement} of {@code ContextIdProposal}s.
 *   <li>Creation: {@code CommunicatorSplit} with {@code SplitPattern}, {@link
 *       musubi.comm.IntercommCreation}, {@link musubi.comm.TopologyCommunicators} with {@code
 *       NodeOrder}; exchanges by {@code SetupExchange} within an {@code ExchangeGroup}.
 * </ul>
 */
@Accounted(Component.PARTICIPANT_SETS)
package musubi.comm;

import musubi.memory.Accounted;
import musubi.memory.Component;
