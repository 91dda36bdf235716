package musubi.tcp.session;

/** In which lists of those that something is to be done for a link is. */
final class ConnectionFlags {
    /** Of {@link ConnectionTable}: those that want to be polled. */
    boolean queued;

    /** Of {@link ConnectionTable}: those that may owe a receipt. */
    boolean ackPending;

    /** Of {@link ConnectionTable}: those that have accepted what they could not send. */
    boolean backlogged;

    /** Of {@link AckTimer}. */
    boolean watched;
}
