package musubi.adi;

/** The outcome of an attempt to pass something to a transport, which neither throws nor blocks. */
public enum SendOutcome {
    /** Taken whole; the memory that was passed may be reused. */
    ACCEPTED,
    /** Nothing was taken, there is no room now; try again after the next poll. */
    BACK_PRESSURED,
    /** Nothing was taken and nothing ever will be: the peer is gone. */
    PEER_LOST
}
