/**
 * Sessions with peers, which survive their connections.
 *
 * <ul>
 *   <li>{@link musubi.tcp.session.ConnectionTable}: all connections, and lists of those with work
 *   <li>{@link musubi.tcp.session.PeerConnection}: the connection of one stream of a peer; {@code
 *       ConnectionFlags} says which lists contain it
 *   <li>{@link musubi.tcp.session.SessionStreams}: its frames in both directions
 *   <li>{@code AckMonitor}: its acknowledgements; {@link musubi.tcp.session.AckTimer} those of all,
 *       {@code PendingAcks} those before a sleep
 *   <li>{@link musubi.tcp.session.HeldFrames}: the connections that hold frames of a burst
 *   <li>{@code HelloVerdict}: the decision on the hello of a peer
 *   <li>{@code StripeMarks}: the marks of other streams on the first one
 *   <li>{@code IdleDisconnect}: ends connections that are not needed
 *   <li>{@code ReconnectLimiter}: ends sessions whose connections break without progress
 *   <li>{@link musubi.tcp.session.ConnectionCounters}: performance counters
 * </ul>
 */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.tcp.session;

import musubi.memory.Accounted;
import musubi.memory.Component;
