/**
 * One-sided communication. MPI-4.1 chapter 12.
 *
 * <ul>
 *   <li>Entry points: {@link musubi.rma.RmaService} creates windows from a {@link
 *       musubi.rma.WindowSpec}; {@link musubi.rma.Window} is one, {@link musubi.rma.WindowAccesses}
 *       its accesses, {@link musubi.rma.WindowEpochs} its synchronisation.
 *   <li>Memory: {@code WindowMemory} of this rank, {@code WindowLayout} of all, {@code
 *       ExposedMemory} for accesses by messages.
 *   <li>Accesses: {@code Accesses} opens an {@code Access} for each target: {@code DirectAccess},
 *       {@code RdmaAccess} with an {@link musubi.rma.rdma.RdmaQueue}, or {@code MessageAccess};
 *       {@code OriginItems} and {@code Place} are the items at both ends; {@link musubi.rma.memory}
 *       has updates and locks.
 *   <li>Messages: {@code RmaProtocol} with its handlers, {@code RunMessages}, {@code
 *       PendingReplies}, {@code RmaRequest}; {@code Exposure} is what they work on.
 *   <li>Synchronisation: {@code Epochs} checks the order of calls, {@code ConflictChecks} the
 *       accesses; {@code RdmaLock} takes the lock of a target by an adapter, {@code Signals} are
 *       those of post and complete.
 * </ul>
 */
@Accounted(Component.HIGH_LEVEL_CONTEXTS)
package musubi.rma;

import musubi.memory.Accounted;
import musubi.memory.Component;
