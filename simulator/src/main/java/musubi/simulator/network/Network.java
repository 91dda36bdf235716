package musubi.simulator.network;

import musubi.collectives.schedule.Algorithm;

/**
 * A modelled network between ranks. Messages are handed to it in the order of the times at which
 * they are ready; it lets each wait for what it goes through, and adds the event of its arrival to
 * the queue. Events that are negative are the network's own: messages at a place in between. Times
 * are picoseconds. One object serves one run at a time.
 */
public interface Network {
    /** How many ranks it joins. */
    int ranks();

    /**
     * Sends a message.
     *
     * @param connection a number of the pair of ranks, from 0 on
     * @param now when it is ready, not before earlier ones
     * @param arrival the event of its arrival, not negative
     * @return when its sender may use the buffer again
     */
    long send(int from, int to, int connection, long bytes, long now, long arrival);

    /** An event of the network's own is due. */
    void onEvent(long event, long now);

    /**
     * Forgets all messages.
     *
     * @param connections how many pairs of ranks there are in the next run
     * @param events where its events go
     */
    void clear(int connections, EventQueue events);

    /**
     * The ways from each rank to a peer of it, when no two ranks share anything on them; null when
     * they do, or when this network does not know.
     *
     * @param peers of each rank one
     */
    default ContentionFreePaths contentionFreePaths(int... peers) {
        return null;
    }

    /**
     * Estimates an all-to-all of too many ranks to look at each message.
     *
     * @param bytes of a block
     */
    default Outcome exchange(Algorithm algorithm, long bytes) {
        throw new IllegalArgumentException(
                "an all-to-all of "
                        + ranks()
                        + " ranks has too many messages for this network; take fewer ranks, or a"
                        + " torus without edges");
    }
}
