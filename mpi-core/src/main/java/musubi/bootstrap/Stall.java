package musubi.bootstrap;

import java.util.List;

/**
 * The state of a stalled rank: all its threads that could call MPI have been waiting for long.
 * Immutable.
 *
 * @param number identifies the stall; a new number means that the rank has resumed in between
 * @param sent messages and fragment bytes sent since the rank joined
 * @param received messages and fragment bytes received since the rank joined
 * @param waits the waits of its threads, at least one
 * @param notes hints at the cause, for example unmatched messages
 */
public record Stall(int number, long sent, long received, List<Wait> waits, List<String> notes) {
    /** An immutable copy. */
    public Stall {
        waits = List.copyOf(waits);
        notes = List.copyOf(notes);
    }

    /**
     * The wait of a thread.
     *
     * @param call the MPI call, for example {@code Comm.recv}
     * @param location the line of the program with the call
     * @param description the awaited operation and its arguments
     * @param ranks the world ranks that could end the wait; may be empty
     * @param anySuffices whether one of these ranks is sufficient
     */
    public record Wait(
            String call,
            String location,
            String description,
            List<Integer> ranks,
            boolean anySuffices) {
        /** An immutable copy. */
        public Wait {
            ranks = List.copyOf(ranks);
        }
    }
}
