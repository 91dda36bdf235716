package musubi.progress;

/** Something that a rank can wait for. Read and written by the thread that holds the rank. */
public abstract class Completion extends Operation implements Awaited {
    private final IdleStrategy.Wait wait = new IdleStrategy.Wait();
    private boolean complete;
    private Operation follower;
    private WorkList followersList;

    protected Completion() {}

    /**
     * Adds an operation to a work list when this one is complete; once, and only if it is not
     * complete yet. So whoever waits for several need not be tried in every duty cycle.
     */
    public final void then(Operation operation, WorkList list) {
        follower = operation;
        followersList = list;
    }

    /** Whether it is finished, well or with an error. */
    @Override
    public final boolean isComplete() {
        return complete;
    }

    /** Marks it finished. */
    protected final void complete() {
        complete = true;
        if (follower != null) {
            followersList.add(follower);
            follower = null;
        }
    }

    /** Makes it ready to be used again. */
    protected final void restart() {
        complete = false;
        follower = null;
    }

    final IdleStrategy.Wait idleState() {
        wait.begin();
        return wait;
    }
}
