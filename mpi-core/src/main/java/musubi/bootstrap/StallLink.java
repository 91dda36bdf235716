package musubi.bootstrap;

/**
 * The link of a rank to the deadlock detector of its job ({@code musubi.bootstrap.deadlock}).
 *
 * <p>Thread rule: one thread at a time.
 */
public interface StallLink {
    /** Reports that the rank is stalled, until {@link #resumed}. */
    void stalled(Stall stall);

    /** Reports that the rank has resumed after a stall. */
    void resumed();

    /**
     * The number of the latest probe of the detector; 0 before the first.
     *
     * @throws musubi.error.MpiFailure on a deadlock that does not terminate the process
     */
    int latestProbe();

    /**
     * Called from time to time by a thread that waits in an MPI call.
     *
     * @throws musubi.error.MpiFailure if the wait has to end because the job was aborted or the
     *     thread was interrupted
     */
    default void checkWait() {
        // A process manager terminates the process.
    }

    /** Confirms a probe: the rank has polled for arrivals since and is still in the same stall. */
    void confirm(int stallNumber, int probe);
}
