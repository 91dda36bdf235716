package musubi.event;

/** The target of a wait in numbers; filled for each long wait. */
public final class WaitTarget {
    /** In place of a number: there is none. */
    public static final int NONE = -1;

    /** What kind of thing is awaited. */
    public enum What {
        /** One or all of several things. */
        SEVERAL,
        /** A message for a receive. */
        RECEIVE,
        /** The end of a send. */
        SEND,
        /** A message for a probe. */
        PROBE,
        /** A collective operation. */
        COLLECTIVE
    }

    What what;
    int peer;
    int tag;
    int contextId;
    long bytes;

    WaitTarget() {}

    /** What kind of thing. */
    public What what() {
        return what;
    }

    /** The world rank that could end the wait; {@link #NONE} when it is one of several. */
    public int peer() {
        return peer;
    }

    /** The tag; {@link #NONE} for any. */
    public int tag() {
        return tag;
    }

    /** The context of the communicator; {@link #NONE} when there is none. */
    public int contextId() {
        return contextId;
    }

    /** How many bytes. */
    public long bytes() {
        return bytes;
    }

    void clear() {
        set(What.SEVERAL, NONE, NONE, NONE, 0);
    }

    /**
     * Sets all values.
     *
     * @param peer the world rank that could end the wait; {@link #NONE} when it is one of several
     * @param tag {@link #NONE} for any
     * @param contextId of the communicator; {@link #NONE} when there is none
     */
    public void set(What what, int peer, int tag, int contextId, long bytes) {
        this.what = what;
        this.peer = peer;
        this.tag = tag;
        this.contextId = contextId;
        this.bytes = bytes;
    }
}
