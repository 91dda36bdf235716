package musubi.adi;

/**
 * A receive that waits for a message, as its rank publishes it to the peer it names, and as that
 * peer looks for it: the match bits, and for the claim what is needed to deliver. A mutable
 * flyweight. Thread rule: one thread at a time.
 */
public final class PostedReceive {
    private static final int MIX_1 = 0x9E3779B9;
    private static final int MIX_2 = 0x85EBCA6B;

    /** The communicator's context. */
    public int contextId;

    /** The sender's rank in the communicator. */
    public int source;

    /** The tag. */
    public int tag;

    /**
     * How many messages that have to be matched had come from the sender when this was published,
     * or have been sent; so a sender that knows of the same number has none on its way.
     */
    public int messages;

    /** Room in the buffer, or the length of the message, in bytes. */
    public long bytes;

    /** The remote key of the buffer. A claim sets it. */
    public long remoteKey;

    /** Names the receive request. A claim sets it. */
    public long cookie;

    public PostedReceive() {}

    /** Sets what a claim looks for. */
    public void set(int contextId, int source, int tag, int messages, long bytes) {
        this.contextId = contextId;
        this.source = source;
        this.tag = tag;
        this.messages = messages;
        this.bytes = bytes;
    }

    /** A hash of the match bits; its low bits are good. */
    public int hash() {
        int mixed = ((contextId * 31 + source) * MIX_1 + tag) * MIX_2;
        return mixed >>> 16 ^ mixed >>> 24;
    }
}
