package musubi.collectives.schedule;

/**
 * A run of items in a named buffer.
 *
 * @param buffer {@link #SEND}, {@link #RECEIVE}, or {@link #FIRST_TEMPORARY} and up
 * @param offset the first item; in the w forms a displacement in bytes
 * @param count how many items
 * @param peer in the w forms the rank or neighbour whose type the items have, else {@link
 *     #ONE_TYPE} or {@link #SIDE_TYPE}
 */
public record Part(int buffer, long offset, long count, int peer) {
    /** The buffer that the user sends from. */
    public static final int SEND = 0;

    /** The buffer that the user receives into; in a broadcast the only one. */
    public static final int RECEIVE = 1;

    /** The first buffer that exists only while the schedule runs. */
    public static final int FIRST_TEMPORARY = 2;

    /** Says that all items have the type of the call. */
    public static final int ONE_TYPE = -1;

    /** Says that all items have the type of their side of the call, sent or received. */
    public static final int SIDE_TYPE = -2;

    /** No items, for messages that only synchronise. */
    public static final Part NOTHING = new Part(RECEIVE, 0, 0, ONE_TYPE);

    /** Items of the user's send buffer. */
    public static Part send(long at, long count) {
        return new Part(SEND, at, count, ONE_TYPE);
    }

    /** Items of the user's receive buffer. */
    public static Part receive(long at, long count) {
        return new Part(RECEIVE, at, count, ONE_TYPE);
    }

    /** Items within this part. */
    public Part slice(long from, long items) {
        return new Part(buffer, offset + from, items, peer);
    }

    /** Whether it lies in memory that exists only while the schedule runs. */
    public boolean isTemporary() {
        return buffer >= FIRST_TEMPORARY;
    }

    /** Blocks of the w forms conflict only when they start at the same byte. */
    long end() {
        return peer < 0 ? offset + count : offset + 1;
    }
}
