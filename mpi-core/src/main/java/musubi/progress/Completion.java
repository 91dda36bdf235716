package musubi.progress;

/** Something that a rank can wait for. Read and written by the thread that holds the rank. */
public abstract class Completion extends Operation implements Waitable {
    private final IdleStrategy.Wait wait = new IdleStrategy.Wait();
    private boolean complete;
    private Operation continuation;
    private WorkList continuationList;

    protected Completion() {}

    /**
     * Adds an operation to a work list when this one is complete; once, and only if it is not
     * complete yet. So an operation that depends on several is not advanced in every duty cycle.
     */
    public final void onComplete(Operation operation, WorkList list) {
        continuation = operation;
        continuationList = list;
    }

    /** Whether it is finished, well or with an error. */
    @Override
    public final boolean isComplete() {
        return complete;
    }

    /** Marks it finished. */
    protected final void complete() {
        complete = true;
        if (continuation != null) {
            continuationList.add(continuation);
            continuation = null;
        }
    }

    /** Makes it ready to be used again. */
    protected final void restart() {
        complete = false;
        continuation = null;
    }

    final IdleStrategy.Wait beginWait() {
        wait.begin();
        return wait;
    }
}
