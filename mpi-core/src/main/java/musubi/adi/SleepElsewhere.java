package musubi.adi;

/**
 * Capability of a transport: its arrivals wake a rank that sleeps in another transport, which has a
 * {@link WakePipe}. A rank that polls several transports sleeps in that one, after {@link
 * #beginSleep} of all others.
 *
 * <p>Thread rule: any thread of the rank, also while another one polls.
 */
public interface SleepElsewhere {
    /** Capability of the transport in which a rank with several transports sleeps. */
    interface WakePipe {
        /**
         * The number of a descriptor of this process that belongs to a pipe: a byte that any
         * process writes to it ends {@link Transport#sleep}, or the next one. Always the same until
         * {@link Transport#close}; negative when there is none at the moment, or another thread
         * sleeps.
         */
        int descriptor();
    }

    /**
     * Whether peers can write to this pipe when something arrives. They may find out later that
     * they cannot, and then one sleep lasts until its timeout.
     *
     * @param descriptor the same in all calls
     */
    boolean canBeWokenBy(int descriptor);

    /**
     * From now on peers write to the pipe when something arrives. To be followed by {@link
     * #endSleep}.
     *
     * @return whether nothing has arrived since the last poll; otherwise the rank must not sleep
     */
    boolean beginSleep();

    /** The calling thread does not sleep any more. */
    void endSleep();
}
