package musubi.tcp.session;

/** The lists of connections with work to do that contain a connection. */
final class ConnectionFlags {
    /** Connections to poll, of {@link ConnectionTable}. */
    boolean queued;

    /** Connections with a pending acknowledgement, of {@link ConnectionTable}. */
    boolean ackPending;

    /** Connections with unsent data, of {@link ConnectionTable}. */
    boolean backlogged;

    /** Connections of {@link HeldFrames}. */
    boolean holding;

    /** Connections of {@link AckTimer}. */
    boolean watched;
}
