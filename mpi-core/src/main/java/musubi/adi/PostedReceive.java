package musubi.adi;

/**
 * A receive that waits for a message, as published by its rank and as searched by the sender: match
 * bits and, for the claim, destination and request. A mutable flyweight. Thread rule: one thread at
 * a time.
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
     * Messages that pass through matching: of the receiver, the number that had arrived from the
     * sender at publication; of the sender, the number sent. When equal, none is on its way.
     */
    public int messages;

    /** Room in the buffer, or the length of the message, in bytes. */
    public long bytes;

    /** The remote key of the buffer. A claim sets it. */
    public long remoteKey;

    /** Identifies the receive request. A claim sets it. */
    public long cookie;

    public PostedReceive() {}

    /** Sets the fields that a claim compares. */
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
