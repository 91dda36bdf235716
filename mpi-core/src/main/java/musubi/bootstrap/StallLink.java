package musubi.bootstrap;

/**
 * How a rank tells that it has waited for long, to who sees all ranks of the job and can tell a
 * deadlock from a long wait. See {@link musubi.bootstrap.deadlock.DeadlockDetector}.
 *
 * <p>Thread rule: one thread at a time.
 */
public interface StallLink {
    /** The rank waits, until it says that it {@link #resumed}. */
    void stalled(Stall stall);

    /** The rank that had told of a stall does not wait any more. */
    void resumed();

    /**
     * The number of the latest question whether the rank still waits; 0 before the first.
     *
     * @throws musubi.error.MpiFailure when the job has come to a deadlock, where that does not end
     *     the process
     */
    int latestProbe();

    /** The rank has looked for arrivals since that question and is still in that stall. */
    void confirm(int stallNumber, int question);
}
