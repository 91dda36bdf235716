package musubi.progress;

/** Something that a rank can wait for. Read and written by the thread that holds the rank. */
public abstract class Completion extends Operation {
    private final IdleStrategy.Wait wait = new IdleStrategy.Wait();
    private boolean complete;

    protected Completion() {}

    /** Whether it is finished, well or with an error. */
    public final boolean isComplete() {
        return complete;
    }

    /** Marks it finished. */
    protected final void complete() {
        complete = true;
    }

    /** Makes it ready to be used again. */
    protected final void restart() {
        complete = false;
    }

    final IdleStrategy.Wait idleState() {
        wait.reset();
        return wait;
    }
}
