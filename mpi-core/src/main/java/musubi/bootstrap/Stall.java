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
 * @param traffic what a deadlock of some ranks is decided by; null if it is unknown, so that the
 *     rank counts for a deadlock of all ranks only
 */
public record Stall(
        int number,
        long sent,
        long received,
        List<Wait> waits,
        List<String> notes,
        Traffic traffic) {
    /** An immutable copy. */
    public Stall {
        waits = List.copyOf(waits);
        notes = List.copyOf(notes);
    }

    /** Whether a thread polls and may stop by itself, so that no deadlock is certain. */
    public boolean mayStopPolling() {
        return waits.stream().anyMatch(wait -> wait.release == Release.POLLING);
    }

    /** What ends a wait. */
    public enum Release {
        /** A call that one of the ranks has yet to make. */
        CALL,
        /** A call, or progress of a collective operation that one of the ranks has started. */
        COLLECTIVE,
        /** Possibly something else than the ranks. */
        UNKNOWN,
        /** As UNKNOWN; the thread polls, and may stop at a time that the program has chosen. */
        POLLING
    }

    /**
     * The wait of a thread.
     *
     * @param call the MPI call, for example {@code Comm.recv}
     * @param location the line of the program with the call
     * @param description the awaited operation and its arguments
     * @param ranks the world ranks that could end the wait; may be empty
     * @param anySuffices whether one of these ranks is sufficient; otherwise all are necessary
     * @param release what the ranks have to do
     */
    public record Wait(
            String call,
            String location,
            String description,
            List<Integer> ranks,
            boolean anySuffices,
            Release release) {
        /** An immutable copy. */
        public Wait {
            ranks = List.copyOf(ranks);
        }
    }

    /**
     * The traffic of a stalled rank.
     *
     * @param collectivePeers the world ranks whose messages advance collective operations that the
     *     rank has started, with or without a thread that waits for them
     * @param counts the counts by peer; peers without messages may be missing
     */
    public record Traffic(List<Integer> collectivePeers, List<PeerCounts> counts) {
        /** An immutable copy. */
        public Traffic {
            collectivePeers = List.copyOf(collectivePeers);
            counts = List.copyOf(counts);
        }
    }

    /**
     * The messages exchanged with a peer.
     *
     * @param rank the world rank of the peer
     * @param sent messages and fragment bytes sent to it
     * @param received messages and fragment bytes received from it
     */
    public record PeerCounts(int rank, long sent, long received) {}
}
