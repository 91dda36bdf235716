/**
 * Packets of the emulated adapter, and the wires that carry them from adapter to adapter.
 *
 * <ul>
 *   <li>Format: {@link musubi.verbs.wire.Packet}, {@code PacketHeader}, {@link
 *       musubi.verbs.wire.PacketOpcode}, packet numbers {@link musubi.verbs.wire.Psn}, {@link
 *       musubi.verbs.wire.PeerAddress}.
 *   <li>Interface: {@link musubi.verbs.wire.Wire}, one attachment of an adapter.
 *   <li>Within a node: {@link musubi.verbs.wire.SharedMemoryFabric} with a lock-free {@code
 *       PacketRing} for each adapter.
 *   <li>Between nodes: {@link musubi.verbs.wire.UdpWire}, authenticated by {@code PacketMac};
 *       {@link musubi.verbs.wire.DualWire} joins both kinds.
 * </ul>
 */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.verbs.wire;

import musubi.memory.Accounted;
import musubi.memory.Component;
