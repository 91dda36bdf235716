package musubi.replay.journal;

/**
 * A receive and the message that it got. Immutable; any thread.
 *
 * @param receive its number: how many there were before in the course of its thread ({@link
 *     ThreadStreams}), those of collectives left out
 * @param contextId of the communicator
 * @param source the sender's rank in the communicator
 * @param message how many messages of this source in this context had come before it; where there
 *     are several courses, those of its tag only, and the tag above; {@link #NONE} when the receive
 *     was cancelled
 * @param from the sender's rank in the job
 * @param tag of the message
 * @param flags of what it is made, as its envelope has them
 * @param bytes its length
 */
public record Match(
        long receive,
        int contextId,
        int source,
        long message,
        int from,
        int tag,
        int flags,
        long bytes) {
    /** In the place of a message. */
    public static final long NONE = -1;

    /** A receive that was cancelled. */
    public static Match cancelled(long receive) {
        return new Match(receive, 0, 0, NONE, 0, 0, 0, 0);
    }

    /** The same message with another receive. */
    public Match with(long otherReceive) {
        return new Match(otherReceive, contextId, source, message, from, tag, flags, bytes);
    }

    /** Whether the receive was cancelled. */
    public boolean isCancelled() {
        return message == NONE;
    }

    /** The match, for reports. */
    public String describe() {
        if (isCancelled()) {
            return "was cancelled";
        }
        // As in musubi.group.ContextId.
        boolean collective = (contextId & 1) != 0;
        String tagged = collective ? " for a collective operation" : " tag=" + tag;
        return "message=%s of source=%s%s bytes=%s".formatted(message, source, tagged, bytes);
    }
}
