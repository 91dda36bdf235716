package musubi.verbs;

/**
 * One adapter's attachment to a network. It may lose, repeat, delay and reorder packets, and must
 * not change them: the queue pairs repair the rest. {@link #poll} is called by the adapter's
 * thread; packets may arrive from any thread.
 */
interface Wire {
    /** Local identifier: the address of this attachment. */
    int lid();

    /**
     * Takes a packet for the adapter that it names; false if there is no room now. A packet to an
     * address where nobody is counts as taken, and is lost.
     */
    boolean offer(Packet packet);

    /** The next packet that arrived here, or null. */
    Packet poll();
}
