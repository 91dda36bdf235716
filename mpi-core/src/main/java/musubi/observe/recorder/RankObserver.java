package musubi.observe.recorder;

import musubi.event.CollectiveCounters;
import musubi.event.CollectiveGroup;
import musubi.event.Protocol;
import musubi.event.WaitTarget;
import musubi.observe.PerformanceVariables;
import musubi.progress.CallObserver;

/**
 * An observer of the events of a rank. Thread rule: the thread that holds the rank; calls of {@link
 * CallObserver} come from the thread that makes the MPI call.
 */
public interface RankObserver extends CallObserver {
    /** Whether calls are observed; read once. */
    boolean watchesCalls();

    /** A wait has lasted for some microseconds. */
    void waitBegan();

    /** Such a wait is over. */
    void waitEnded(WaitTarget target);

    /** A message has gone out. */
    void sent(Protocol protocol, int peer, int contextId, int tag, long bytes);

    /**
     * A message has come that waits for a receive.
     *
     * @param waiting how many there are with it
     */
    void arrivedUnexpected(
            Protocol protocol, int peer, int contextId, int tag, long bytes, int waiting);

    /** A message has come and has met its receive at once. */
    void received(Protocol protocol, int peer, int contextId, int tag, long bytes);

    /** A receive has met a message that had come before. */
    void matchedUnexpected(int peer, int contextId, int tag, long bytes);

    /** The data of a message that was not sent with it is all there. */
    void landed(int peer, int contextId, int tag, long bytes);

    /** The calling thread has begun a collective operation. */
    void collectiveBegan();

    /** The calling thread has ended the blocking collective operation that it began last. */
    void collectiveEnded(
            CollectiveCounters counters, CollectiveGroup group, long number, int root, long bytes);

    /** The context of a peer has been opened. */
    void opened(int peer);

    /** The context of a peer has been closed for another one. */
    void evicted(int peer);

    /** A peer is gone. */
    void lost(int peer);

    /**
     * An algorithm has been chosen for collective calls of a shape.
     *
     * @param ranks of the communicator
     * @param bytes of the buffer that the operation is about
     */
    void chosen(String operation, String algorithm, String reason, int ranks, long bytes);

    /** The rank has come to MPI.Finalize. */
    void finalizing(PerformanceVariables variables);
}
