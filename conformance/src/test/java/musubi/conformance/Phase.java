package musubi.conformance;

/** The state of MPI in the process. */
public enum Phase {
    /** Before Init. */
    BEFORE,
    /** Between Init and Finalize. */
    RUNNING,
    /** Between a second Init, for many threads, and Finalize. */
    MANY_THREADS,
    /** After Finalize. */
    AFTER
}
