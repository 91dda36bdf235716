/**
 * Handshakes of incoming and outgoing connections.
 *
 * <ul>
 *   <li>{@link musubi.tcp.handshake.Handshake}: layout and proofs of the records; {@code
 *       HandshakeRecord} reads and writes them
 *   <li>{@link musubi.tcp.handshake.OutgoingHandshake}: connects to a peer, with retries; through
 *       relays after a {@code CircuitOpening}
 *   <li>{@link musubi.tcp.handshake.ConnectionAcceptor}: accepts connections, each an {@code
 *       IncomingHandshake}; {@code FailureBudget} limits failures, {@link
 *       musubi.tcp.handshake.DistinctErrorLog} their log
 *   <li>{@link musubi.tcp.handshake.HandshakeTarget}: the connection that a handshake establishes
 *   <li>{@link musubi.tcp.handshake.PeerSession}: identities and attempt numbers of a session
 * </ul>
 */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.tcp.handshake;

import musubi.memory.Accounted;
import musubi.memory.Component;
