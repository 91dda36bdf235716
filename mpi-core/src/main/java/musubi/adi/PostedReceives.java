package musubi.adi;

/**
 * Capability of an endpoint: posted receives that are published to the sender they name. The sender
 * claims a receive that its message matches, puts the payload into the buffer and then sends the
 * news. Thread rule: as {@link Transport}. Published receives outlive {@link Endpoint#close}.
 */
public interface PostedReceives {
    /**
     * Publishes a receive from this peer. It stays published until {@link #withdraw} succeeds or
     * {@link #free}.
     *
     * @return its place; -1 when all places are in use or a message has arrived
     */
    int publish(PostedReceive receive);

    /** Withdraws a published receive; false when the peer has claimed it. */
    boolean withdraw(int place);

    /** Frees the place of a claimed receive after its message has arrived. */
    void free(int place);

    /**
     * Claims the receive that the peer has published for exactly this message. A claimed receive
     * must be delivered to.
     *
     * @param wanted the message; key and cookie are set on success and undefined otherwise
     * @return whether a receive was claimed
     */
    boolean claim(PostedReceive wanted);
}
