package musubi.progress;

/**
 * Moves a rank's messages and the steps of its non-blocking operations on while the program
 * computes. While a call is under way it leaves that to the call, so that short messages are as
 * fast as without it. A user's operation may run on it. Belongs to the group of the thread that
 * makes it, as all threads of a rank do.
 *
 * <p>A failure here occurs again in the next MPI call, which reports it.
 */
public final class ProgressThread extends Thread implements AutoCloseable {
    private final ProgressEngine engine;
    private volatile boolean closed;

    /** A thread for this engine; starts at once. */
    public ProgressThread(ProgressEngine engine) {
        super("musubi-progress");
        this.engine = engine;
        setDaemon(true);
        start();
    }

    @Override
    public void run() {
        while (!closed) {
            engine.assist();
        }
    }

    /** Ends it; returns when it uses nothing of the rank any more. */
    @Override
    public void close() {
        closed = true;
        engine.gate().runOutside(this::awaitEnd);
    }

    private void awaitEnd() {
        boolean interrupted = false;
        while (isAlive()) {
            try {
                join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
