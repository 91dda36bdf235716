package musubi.tcp.session;

/** What a rank uses a connection for, which decides when it ends; see {@link IdleDisconnect}. */
public enum ConnectionUse {
    /** The rank has an endpoint. */
    NEEDED,

    /** It has none: the connection ends when it is idle, also if the peer connects again. */
    UNNEEDED,

    /**
     * It sends nothing more over it, but the peer may, whose routes differ: the connection ends
     * once, and the peer decides whether there is another one.
     */
    LEFT_TO_PEER
}
