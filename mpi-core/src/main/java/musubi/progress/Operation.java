package musubi.progress;

/**
 * Work that could not be finished at once: it is tried again in every duty cycle until done. Linked
 * into at most one {@link WorkList}.
 */
public abstract class Operation {
    Operation nextInWork;
    boolean listed;

    protected Operation() {}

    /**
     * Does what is possible now, without blocking and without polling.
     *
     * @return true when finished, false to be tried again
     */
    public abstract boolean advance();

    /** Whether the transport wakes this rank when there is something to do. */
    public boolean isAnnounced() {
        return false;
    }

    /** Whether it waits for a call of another rank, so that this rank may be in a deadlock. */
    public boolean needsAnotherRank() {
        return isAnnounced();
    }
}
