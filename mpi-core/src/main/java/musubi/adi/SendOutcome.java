package musubi.adi;

/**
 * What became of an attempt to hand something to a transport. Never an exception, never a block.
 */
public enum SendOutcome {
    /** Taken whole; the memory that was passed may be reused. */
    ACCEPTED,
    /** Nothing was taken, there is no room now; try again after the next poll. */
    BACK_PRESSURED,
    /** Nothing was taken and nothing ever will be: the peer is gone. */
    PEER_LOST
}
