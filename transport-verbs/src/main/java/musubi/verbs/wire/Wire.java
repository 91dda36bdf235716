package musubi.verbs.wire;

/**
 * One adapter's attachment to a network. It may lose, repeat, delay and reorder packets, and must
 * not change them: the queue pairs repair the rest. Called by the adapter's thread; packets may
 * arrive from any thread or process. What lies below it may be another network than the ones here:
 * {@link musubi.verbs.adapter.JobNetwork#over}.
 */
public interface Wire extends AutoCloseable {
    /** Local identifier: the address of this attachment. */
    int lid();

    /**
     * Takes a copy of a packet for the adapter that it names; false if there is no room now. A
     * packet to an unknown address counts as taken, and is lost.
     */
    boolean offer(Packet packet);

    /**
     * Fills in the next packet that arrived here, its data perhaps as a view that is good until the
     * next call; false if there is none.
     */
    boolean poll(Packet into);

    /** Detaches; a second call does nothing. */
    @Override
    void close();
}
