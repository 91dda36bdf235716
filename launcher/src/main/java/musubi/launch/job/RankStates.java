package musubi.launch.job;

/**
 * The PMI state of the ranks of a job, for the decision on its end.
 *
 * <p>Thread rule: any thread.
 */
public interface RankStates {
    /** The life of a rank as PMI sees it. */
    enum RankState {
        OUTSIDE,
        INSIDE,
        FINALIZED
    }

    /** The current state of this rank. */
    RankState stateOf(int rank);

    /** The waits of ranks that have been stalled for long; null if there are none. */
    String describeWaits();

    /** Records that a rank has ended between init and finalize, which this job permits. */
    void rankLeft(int rank);

    /** Records that the process of this rank is gone; barriers that need it never open. */
    void rankEnded(int rank);
}
