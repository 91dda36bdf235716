package musubi.pt2pt.request;

/** The four send modes. MPI-4.1 section 3.4. */
public enum SendMode {
    STANDARD,
    SYNCHRONOUS,
    READY,
    BUFFERED;

    /** Whether a short message may leave at once: neither matched first nor copied. */
    public boolean isEager() {
        return this == STANDARD || this == READY;
    }
}
