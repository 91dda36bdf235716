package musubi.collectives.execution;

/**
 * Message tags that separate concurrent collective operations of a communicator. A tag has the
 * number of the operation, equal on all ranks, and the number of the message between two ranks.
 *
 * <pre>
 *   31   30           29 ........ 16   15 ......... 0
 *   | 0  | persistent | operation      | message     |
 * </pre>
 *
 * Numbers wrap around, beyond any number of concurrent operations; persistent ones share a tag only
 * after {@value #PERSISTENT} others.
 */
public final class CallTags {
    /** Number of message numbers. */
    static final int MESSAGES = 1 << 16;

    private static final int OPERATIONS = 1 << 14;

    /** Keeps tags below those reserved by the core in the same context. */
    private static final int PERSISTENT = 1 << 13;

    private static final int FIRST_PERSISTENT = 1 << 30;

    private int started;
    private int persistent;

    public CallTags() {}

    /** Tag of an operation that runs once; all ranks start these in the same order. */
    public int next() {
        return (started++ & OPERATIONS - 1) * MESSAGES;
    }

    /**
     * Tag of all runs of a persistent operation, started in any order among others: a run begins
     * after the messages of the previous one have arrived, and messages with one tag do not
     * overtake each other.
     */
    public int nextPersistent() {
        return FIRST_PERSISTENT + (persistent++ & PERSISTENT - 1) * MESSAGES;
    }
}
