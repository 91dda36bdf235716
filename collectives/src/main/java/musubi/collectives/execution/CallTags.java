package musubi.collectives.execution;

/**
 * The tags of collective operations on one communicator, which keep those apart that are under way
 * together. A tag is the number of the operation, in which all ranks agree, and below it room for
 * the number of a message between two ranks.
 *
 * <pre>
 *   31   30           29 ........ 16   15 ......... 0
 *   | 0  | persistent | operation      | message     |
 * </pre>
 *
 * Numbers wrap around. Of operations that run once so many are never under way together; persistent
 * ones share a tag only when {@value #PERSISTENT} others were prepared in between.
 */
public final class CallTags {
    /** Message numbers are below this. */
    static final int MESSAGES = 1 << 16;

    private static final int OPERATIONS = 1 << 14;

    /** Keeps tags below those that the core has for itself on the same context. */
    private static final int PERSISTENT = 1 << 13;

    private static final int FIRST_PERSISTENT = 1 << 30;

    private int started;
    private int prepared;

    public CallTags() {}

    /** For an operation that runs once; all ranks start them in the same order. */
    public int next() {
        return (started++ & OPERATIONS - 1) * MESSAGES;
    }

    /**
     * For one that is started again and again, in any order beside others. All its runs have this
     * tag: the next one begins when the messages of the last one have come, and messages with the
     * same tag do not overtake each other.
     */
    public int nextPersistent() {
        return FIRST_PERSISTENT + (prepared++ & PERSISTENT - 1) * MESSAGES;
    }
}
