/**
 * A software host channel adapter with the semantics of InfiniBand reliable and dynamic
 * connections. An adapter and its objects belong to one thread at a time, and make progress only
 * within {@link musubi.verbs.adapter.HostChannelAdapter#poll}.
 *
 * <ul>
 *   <li>Objects: {@link musubi.verbs.adapter.HostChannelAdapter}, {@link
 *       musubi.verbs.adapter.QueuePair}, {@link musubi.verbs.adapter.DcTarget}, {@link
 *       musubi.verbs.adapter.SharedReceiveQueue}; {@code QueuePairTable} and {@code
 *       PollableQueuePair} for the adapter's polling. {@link musubi.verbs.adapter.JobNetwork} joins
 *       an adapter to the wires of a job.
 *   <li>Sending half: {@code Requester} (window, go-back-N), {@code RequestPackets}, {@code
 *       RetryTimer}, {@code RnrTimer}, over {@code SendQueue} and {@code SendEntry}.
 *   <li>Serving half: {@code Responder}, {@code IncomingMessage}, {@code PendingResponses}, {@code
 *       ResponseSender}, {@code AtomicResults}; its owner is a {@code ResponderContext}.
 *   <li>Dynamic connections: {@code InitiatorConnection}, {@code TargetConnections}; {@link
 *       musubi.verbs.adapter.InitiatorPool} assigns initiators to destinations.
 * </ul>
 */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.verbs.adapter;

import musubi.memory.Accounted;
import musubi.memory.Component;
