package musubi.event;

/** The protocols of messages. */
public enum Protocol {
    /** The data is sent with the envelope. */
    EAGER,
    /** The message is announced, and the data follows when the receiver is ready. */
    RENDEZVOUS,
    /** The data is copied into a receive that the receiver has published. */
    CLAIM
}
