package musubi.bootstrap;

import java.util.List;

/**
 * The state of a rank that has waited for long: all its threads that could still call MPI are in
 * calls that wait. Immutable.
 *
 * @param number tells the stalls of a rank apart; another one means that the rank has moved
 * @param sent what the rank has sent since it joined: messages, and bytes of fragments
 * @param received what it has received, counted in the same way
 * @param waits of its threads, at least one
 * @param notes what else helps to see the cause, for example messages that nobody has received
 */
public record Stall(int number, long sent, long received, List<Wait> waits, List<String> notes) {
    /** An immutable copy. */
    public Stall {
        waits = List.copyOf(waits);
        notes = List.copyOf(notes);
    }

    /**
     * Where a thread waits.
     *
     * @param call the MPI call, for example {@code Comm.recv}
     * @param location the program's line that made it
     * @param description what is awaited, with its arguments
     * @param ranks world ranks that could end the wait; may be empty
     * @param anySuffices whether one of them is enough
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
