/**
 * Point-to-point communication. MPI-4.1 chapter 3.
 *
 * <ul>
 *   <li>Entry points: {@link musubi.pt2pt.PointToPoint}, whose transports a {@link
 *       musubi.connect.Connector} opens; {@link musubi.pt2pt.ActiveChannel}; {@link
 *       musubi.pt2pt.BufferedSends}, {@link musubi.pt2pt.BufferedStandardSends}, {@link
 *       musubi.pt2pt.ExchangeRequest}, {@code BlockingProbe}.
 *   <li>Requests: {@link musubi.pt2pt.SendRequest}, {@link musubi.pt2pt.RecvRequest}.
 *   <li>Protocols: {@code SendProtocol} selects eager, rendezvous or claim; {@code RecvProtocol} is
 *       its counterpart; {@code DataFragments} streams data, {@code PublishedReceives} offers
 *       receives for claims, {@code SharedCopies} with {@code SharedCopy} and {@code ChunkCounters}
 *       copies long messages on both sides, {@code SendCancellation} cancels.
 *   <li>Arrivals: {@code InboundDispatcher} implements the upcalls of transports.
 *   <li>Peers: {@code Peer} in {@code PeerContexts}; flow control by {@link
 *       musubi.pt2pt.EagerWindow} and {@code CreditReturn}; {@code ControlMessage}, {@code
 *       RankMessageCounts}.
 * </ul>
 */
@Accounted(Component.HIGH_LEVEL_CONTEXTS)
package musubi.pt2pt;

import musubi.memory.Accounted;
import musubi.memory.Component;
