package musubi.tcp;

/** In which lists of those that something is to be done for a link is. */
final class Places {
    /** Of {@link Links}: those that want to be polled. */
    boolean queued;

    /** Of {@link Links}: those that may owe a receipt. */
    boolean indebted;

    /** Of {@link Links}: those that have accepted what they could not send. */
    boolean backlogged;

    /** Of {@link Rounds}. */
    boolean watched;
}
