package musubi.collectives.schedule;

/**
 * One thing to do.
 *
 * @param kind what
 * @param peer rank in the communicator, of SEND and RECV
 * @param number of this message among those between the same two ranks in the same direction; equal
 *     on both sides
 * @param from what is read; null in RECV
 * @param to what is written; null in SEND
 * @param dependencies how many steps must be complete before
 * @param successors the steps that depend on this one
 */
public record Step(
        Kind kind, int peer, int number, Part from, Part to, int dependencies, int[] successors) {
    /** What a step does. */
    public enum Kind {
        /** Sends {@code from} to the peer. */
        SEND,
        /** Receives into {@code to} from the peer. */
        RECV,
        /** {@code to[i] = from[i] op to[i]}: the order of MPI's user functions. */
        REDUCE,
        /** Copies {@code from} to {@code to}. */
        COPY
    }
}
