package musubi.verbs.transport.policy;

/** The path of a source's messages to this rank. */
public enum ReceivePath {
    /** Sent by an initiator into shared receive buffers: the initial path of each source. */
    SEND,
    /** Written by an initiator into a ring of the source's own. */
    DYNAMIC_RING,
    /** Written over a reliable connection into such a ring. */
    RELIABLE_RING
}
