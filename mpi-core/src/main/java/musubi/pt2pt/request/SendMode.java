package musubi.pt2pt.request;

/** The send modes. MPI-4.1 section 3.4. */
public enum SendMode {
    STANDARD,
    SYNCHRONOUS,
    READY,
    BUFFERED,

    /** As BUFFERED; short messages need no room in the attached buffer, as in Open MPI. */
    LENIENT_BUFFERED;

    /** Whether a short message may leave at once: neither matched first nor copied. */
    public boolean isEager() {
        return this == STANDARD || this == READY;
    }

    /** Whether a copy is sent, so that the send completes at once. */
    public boolean isBuffered() {
        return this == BUFFERED || this == LENIENT_BUFFERED;
    }
}
