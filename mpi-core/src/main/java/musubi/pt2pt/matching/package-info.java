/**
 * Matching of messages and receives. MPI-4.1 section 3.5.
 *
 * <ul>
 *   <li>{@link musubi.pt2pt.matching.MatchQueues}: {@link musubi.pt2pt.matching.PostedReceiveQueue}
 *       of {@link musubi.pt2pt.matching.PendingReceive}s, {@link
 *       musubi.pt2pt.matching.UnexpectedQueue} of {@link musubi.pt2pt.matching.UnexpectedMessage}s,
 *       both hashed by {@code MatchBits};
 *   <li>{@link musubi.pt2pt.matching.MatchingEngine} uses them directly, or a {@link
 *       musubi.pt2pt.matching.MatchControl} that records or repeats matches;
 *   <li>the wire format: {@link musubi.pt2pt.matching.MessageKind}, {@link
 *       musubi.pt2pt.matching.Announcement}.
 * </ul>
 */
@Accounted(Component.HIGH_LEVEL_CONTEXTS)
package musubi.pt2pt.matching;

import musubi.memory.Accounted;
import musubi.memory.Component;
