package musubi.simulator.network;

import musubi.collectives.schedule.Algorithm;

/**
 * A modelled network between ranks. Messages are sent in the order of the times at which they are
 * ready; each waits for the resources on its route, and its arrival is added to the event queue.
 * Negative events are internal to the network: messages at an intermediate position. Times are
 * picoseconds. One object serves one run at a time.
 */
public interface Network {
    /** What {@link #send} returns when the time is not yet known. */
    long LATER = -1;

    /** Number of ranks. */
    int ranks();

    /**
     * Sends a message.
     *
     * @param connection number of the pair of ranks, from 0
     * @param now time at which it is ready, not before earlier ones
     * @param arrival the event of its arrival, not negative
     * @return time at which the sender may reuse the buffer; {@link #LATER}: {@link #onRelease} is
     *     called next
     */
    long send(int from, int to, int connection, long bytes, long now, long arrival);

    /**
     * The event, not negative, that the network adds when the sender of the message sent last may
     * reuse its buffer.
     */
    default void onRelease(long event) {
        throw new IllegalStateException(
                "this network releases each buffer in send: event=" + event);
    }

    /** An internal event is due. */
    void onEvent(long event, long now);

    /**
     * Removes all messages.
     *
     * @param connections number of pairs of ranks in the next run
     * @param events queue for its events
     */
    void clear(int connections, EventQueue events);

    /**
     * The paths from each rank to one peer, when no two ranks share a resource on them; null when
     * they do, or when this network cannot decide.
     *
     * @param peers peer of each rank
     */
    default ContentionFreePaths contentionFreePaths(int... peers) {
        return null;
    }

    /**
     * Estimates an all-to-all on too many ranks to simulate each message.
     *
     * @param bytes of a block
     */
    default Outcome exchange(Algorithm algorithm, long bytes) {
        throw new IllegalArgumentException(
                ("all-to-all has too many messages for this network: ranks=%s; take fewer ranks, or"
                                + " a torus that wraps")
                        .formatted(ranks()));
    }
}
