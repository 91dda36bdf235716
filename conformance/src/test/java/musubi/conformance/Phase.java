package musubi.conformance;

/** What the process has done so far. */
public enum Phase {
    /** Init was not called yet. */
    BEFORE,
    /** Between Init and Finalize. */
    RUNNING,
    /** Between a second Init, for many threads, and Finalize. */
    MANY_THREADS,
    /** Finalize was called. */
    AFTER
}
