/**
 * Relays: processes on gateways that pass the bytes of connections between ranks on, hop by hop.
 *
 * <ul>
 *   <li>{@link musubi.tcp.relay.RelayOpening}: the authenticated record by which a connection to a
 *       relay begins; {@link musubi.tcp.relay.RelayKey} proves it
 *   <li>{@link musubi.tcp.relay.CircuitHeader}: the way that a circuit still has to go; {@link
 *       musubi.tcp.relay.CircuitStatus}: whether it has reached its end
 *   <li>{@link musubi.tcp.relay.RelayServer}: the relay; each {@link musubi.tcp.relay.Circuit} has
 *       two {@link musubi.tcp.relay.CopyDirection}s
 *   <li>{@link musubi.tcp.relay.RelayNetwork}: how relays of different sites reach each other, over
 *       calls or, by {@link musubi.tcp.relay.ControlLink}, calls in the opposite direction
 *   <li>{@link musubi.tcp.relay.RelayMain}: the process
 * </ul>
 */
@Accounted(Component.OTHER)
package musubi.tcp.relay;

import musubi.memory.Accounted;
import musubi.memory.Component;
