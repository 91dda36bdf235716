package musubi.launch.explore;

import java.util.List;

/**
 * A receive from any source that could have got the message of another source. Immutable.
 *
 * @param rank the rank of the receive
 * @param place its call and line
 * @param got the source and tag of its message
 * @param other those of the other message
 * @param matches the matches of the rank to be forced, as its events describe them; the last is
 *     that of the other message
 */
record Decision(int rank, String place, Sender got, Sender other, List<String> matches) {
    /** The sender of a message in its communicator, and the tag. */
    record Sender(int source, int tag) {
        @Override
        public String toString() {
            return "source=" + source + " tag=" + tag;
        }
    }

    /** What decisions have in common that are alike. */
    String kind() {
        return rank + " " + place + " " + got + " " + other;
    }

    @Override
    public String toString() {
        return "rank %d, %s: %s instead of %s".formatted(rank, place, other, got);
    }
}
