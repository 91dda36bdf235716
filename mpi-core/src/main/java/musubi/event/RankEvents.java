package musubi.event;

import java.util.function.LongConsumer;

/**
 * The events of a rank, one method for each kind. The kernel calls it; what counts and records
 * events extends it. An abstract class with one implementation in a JVM, so that calls are direct
 * and can be inlined.
 *
 * <p>Thread rule: the thread that holds the rank.
 */
public abstract class RankEvents {
    private final WaitTarget target = new WaitTarget();

    protected RankEvents() {}

    /**
     * A counter of a transport or of progress threads, which add to it; for other events this class
     * has a method each. Thread rule of the counter: as of this class.
     */
    public abstract LongConsumer namedCounter(String name, String unit);

    /**
     * The counters of messages with a peer.
     *
     * @param transport that reaches it
     * @param where {@code self}, {@code node}, {@code remote} or {@code site.NAME}
     */
    public abstract PeerCounters peerCounters(int peer, String transport, String where);

    /** A message has been sent to this peer. */
    public abstract void sent(
            PeerCounters to, Protocol protocol, int contextId, int tag, long bytes);

    /** A message has arrived and matched a posted receive. */
    public abstract void received(
            PeerCounters from, Protocol protocol, int contextId, int tag, long bytes);

    /** A message has arrived that no posted receive matches. */
    public abstract void arrivedUnexpected(
            PeerCounters from, Protocol protocol, int contextId, int tag, long bytes);

    /** A receive has matched an unexpected message. */
    public abstract void matchedUnexpected(int peer, int contextId, int tag, long bytes);

    /** The data of a message that was not sent with its envelope is complete. */
    public abstract void landed(int peer, int contextId, int tag, long bytes);

    /** The number of unexpected messages, and the bytes of their data. */
    public abstract void unexpected(int messages, long bytes);

    /** Receives or messages were compared that do not match. */
    public abstract void missed(int attempts);

    /** A send waits for room or behind others. */
    public abstract void queued(PeerCounters to, int contextId, int tag, long bytes);

    /** A short message is announced instead of sent because the credit is used up. */
    public abstract void outOfCredit();

    /** An open context was used while the limit of open contexts is reached. */
    public abstract void contextHit();

    /** The context of a peer has been opened. */
    public abstract void opened(int peer);

    /** The context of a peer has been closed in favour of another one. */
    public abstract void evicted(int peer);

    /** A peer has been lost. */
    public abstract void lost(int peer);

    /** The cleared target of a wait; the wait fills it before {@link #waitBegan}. */
    public final WaitTarget target() {
        target.clear();
        return target;
    }

    /** The target of the wait that was reported last. */
    protected final WaitTarget lastTarget() {
        return target;
    }

    /** A wait for the {@link #target} has lasted for some microseconds. */
    public abstract void waitBegan();

    /** A reported wait is over. Of nested waits the outer one is measured. */
    public abstract void waitEnded();

    /** The counters of calls of a collective operation by an algorithm. */
    public abstract CollectiveCounters collectiveCounters(String kind, String algorithm);

    /**
     * An algorithm has been selected for collective calls of a shape.
     *
     * @param ranks of the communicator
     * @param bytes of the buffer that the operation is about
     */
    public abstract void chosen(CollectiveCounters counters, String reason, int ranks, long bytes);

    /** A collective operation has begun; {@code bytes} is the share of each rank. */
    public abstract void collectiveBegan(CollectiveCounters counters, int contextId, long bytes);

    /**
     * The blocking collective operation that this thread has begun last is over.
     *
     * @param number of blocking operations before it in this group, the same on all ranks
     * @param root its rank in the communicator; 0 for operations without one, -1 between groups
     */
    public abstract void collectiveEnded(
            CollectiveCounters counters, CollectiveGroup group, long number, int root, long bytes);

    /** An MPI call has failed. */
    public abstract void failed(int errorClass);
}
