package musubi.collectives.schedule;

/**
 * A step of a schedule.
 *
 * @param kind operation
 * @param peer rank in the communicator; SEND and RECV only
 * @param number sequence number of the message between its two ranks in its direction; equal on
 *     both sides
 * @param from source; null in RECV
 * @param to target; null in SEND
 * @param dependencies number of predecessors
 * @param successors indexes of the steps that depend on this one
 */
public record Step(
        Kind kind, int peer, int number, Part from, Part to, int dependencies, int[] successors) {
    /** Operation of a step. */
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
