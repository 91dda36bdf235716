package musubi.verbs.transport.policy;

/** How messages of a source reach this rank. */
public enum ReceivePath {
    /** Sent by an initiator into shared receive buffers: what everybody has at first. */
    SEND,
    /** Written by an initiator into a ring of the source's own. */
    DYNAMIC_RING,
    /** Written over a reliable connection into such a ring. */
    RELIABLE_RING
}
