/**
 * The engine of a rank, used by one thread at a time. {@link
 * musubi.verbs.transport.engine.VerbsEngine} owns one of each below.
 *
 * <ul>
 *   <li>Peers: {@link musubi.verbs.transport.engine.VerbsPeer}, {@code PeerFailures}.
 *   <li>Sending: {@code DataSender} over {@code SendChannel}s, with {@code SendSlot}s from a {@code
 *       SendSlotPool} in {@code SlotList}s.
 *   <li>Receiving: {@code DataReceiver} from {@code ReceiveBuffers} and {@code LocalRing}s.
 *   <li>Credit: {@code Credits}, {@code CreditUpdates}.
 *   <li>Rings: {@code PathSwitching} applies the policy, {@code RingNegotiation} agrees with peers,
 *       {@code RemoteRing} is a ring at a peer; {@code ReliableConnectionPool}.
 *   <li>Short messages beside the data: {@code Datagrams}, {@code ControlChannel}.
 *   <li>Large messages: {@link musubi.verbs.transport.engine.RdmaTransfers}, {@code RdmaTransfer}.
 *   <li>{@code QueuePairSetup} creates queue pairs.
 * </ul>
 */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
package musubi.verbs.transport.engine;

import musubi.memory.Accounted;
import musubi.memory.Component;
