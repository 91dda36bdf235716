package musubi.collectives.schedule;

import musubi.collectives.schedule.ItemType.Uniform;

/**
 * A range of items in a named buffer.
 *
 * @param buffer {@link #SEND}, {@link #RECEIVE}, or a temporary from {@link #FIRST_TEMPORARY} on
 * @param offset of the first item, in items; in the w forms a displacement in bytes
 * @param count number of items
 * @param type datatype of the items
 */
public record Part(int buffer, long offset, long count, ItemType type) {
    /** The user's send buffer. */
    public static final int SEND = 0;

    /** The user's receive buffer; in a broadcast the only one. */
    public static final int RECEIVE = 1;

    /** The first buffer that exists only during an execution. */
    public static final int FIRST_TEMPORARY = 2;

    /** No items, for messages that only synchronise. */
    public static final Part NOTHING = new Part(RECEIVE, 0, 0);

    /** Items of the call's type. */
    public Part(int buffer, long offset, long count) {
        this(buffer, offset, count, Uniform.CALL);
    }

    /** Items of the user's send buffer. */
    public static Part send(long offset, long count) {
        return new Part(SEND, offset, count);
    }

    /** Items of the user's receive buffer. */
    public static Part receive(long offset, long count) {
        return new Part(RECEIVE, offset, count);
    }

    /** A range within this part. */
    public Part slice(long from, long items) {
        return new Part(buffer, offset + from, items, type);
    }

    /** Whether the buffer exists only during an execution. */
    public boolean isTemporary() {
        return buffer >= FIRST_TEMPORARY;
    }

    /**
     * Whether it is the same range; the generated equals of a record takes 20 ms at its first use.
     */
    boolean isSame(Part other) {
        return buffer == other.buffer
                && offset == other.offset
                && count == other.count
                && type.equals(other.type);
    }

    /** End of the range for dependencies; in the w forms only equal displacements conflict. */
    long end() {
        return type instanceof ItemType.OfBlock ? offset + 1 : offset + count;
    }
}
