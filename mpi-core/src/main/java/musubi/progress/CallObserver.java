package musubi.progress;

/** An observer of MPI calls. Thread rule: the thread that makes the call. */
public interface CallObserver {
    /** The calling thread has entered an MPI call. */
    void callBegan();

    /** The calling thread is about to leave an MPI call. */
    void callEnded();
}
