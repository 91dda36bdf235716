package musubi.adi;

import musubi.region.Region;

/** What one sends through, to one peer. Thread rule as for {@link Transport}. No method blocks. */
public abstract class Endpoint {
    protected Endpoint() {}

    /**
     * Sends an envelope with a payload. The payload is taken whole or not at all; once accepted,
     * its memory may be reused.
     *
     * @param envelope belongs to the caller again after the call
     * @param payload where the payload lies
     * @param from where in the region it starts, in bytes
     * @param bytes its length: at most the eager limit, or the fragment size for data after a
     *     rendezvous
     */
    public abstract SendOutcome trySend(Envelope envelope, Region payload, long from, long bytes);

    /**
     * As {@link #trySend}, for a part of the data after a rendezvous, but the payload may stay lent
     * to the transport when it is accepted: its memory stays as it is until {@link #completedUpTo}.
     *
     * @param last whether it is the last part, after which the caller waits for that
     */
    public SendOutcome sendZeroCopy(
            Envelope envelope, Region payload, long from, long bytes, boolean last) {
        return trySend(envelope, payload, from, bytes);
    }

    /** How many payloads have been lent so far. */
    public long zeroCopySends() {
        return 0;
    }

    /** Whether so many payloads, the first ones, are lent no more. */
    public boolean completedUpTo(long loans) {
        return true;
    }

    /**
     * The key by which this peer reaches the start of a region of this rank, or -1 when it cannot.
     * Whoever asks gives the key back with {@link #forget} when the peer does not use it any more;
     * until then the region's memory stays alive.
     */
    public long remoteKey(Region region) {
        return -1;
    }

    /** Gives a key of {@link #remoteKey} back; -1 and keys given back before are allowed. */
    public void forget(long remoteKey) {}

    /**
     * Copies from the peer's memory into a region of this rank. When it returns {@link
     * SendOutcome#ACCEPTED} the bytes are there. Until then it may have begun, so whoever wants
     * them goes on to ask for the same.
     *
     * @param remoteKey what the peer's {@link #remoteKey} gave for this rank
     * @param offset where to start behind the key, in bytes
     * @param to where to start in the region, in bytes
     * @throws IllegalArgumentException when that is not memory of the peer
     */
    public SendOutcome tryGet(long remoteKey, long offset, Region into, long to, long bytes) {
        throw new UnsupportedOperationException("no remote memory access on this transport");
    }

    /**
     * Copies from a region of this rank into the peer's memory. When it returns {@link
     * SendOutcome#ACCEPTED} the bytes are there and a message sent afterwards arrives after them;
     * until then as with {@link #tryGet}.
     *
     * @param remoteKey what the peer's {@link #remoteKey} gave for this rank
     * @param offset where to start behind the key, in bytes
     * @param from where to start in the region, in bytes
     * @throws IllegalArgumentException when that is not memory of the peer
     */
    public SendOutcome tryPut(long remoteKey, long offset, Region source, long from, long bytes) {
        throw new UnsupportedOperationException("no remote memory access on this transport");
    }

    /**
     * Sets a word (8 bytes, aligned) of the peer's memory if it has the expected value, atomically.
     *
     * @param remoteKey the peer's {@link Transport#remoteKey} of memory that its {@link
     *     Transport#allocate} gave
     * @return the value before
     */
    public long compareAndSwap(long remoteKey, long expected, long desired) {
        throw new UnsupportedOperationException("no remote memory access on this transport");
    }

    /**
     * Looks for a receive that the peer has published for exactly this message, and takes it.
     * Whoever claims must deliver.
     *
     * @param wanted the message; key and cookie are set when it was claimed, else undefined
     * @return whether it was claimed
     */
    public boolean claim(PostedReceive wanted) {
        return false;
    }

    /** Whether everything accepted has left this rank, so that little is to be done to close. */
    public abstract boolean isDrained();

    /**
     * Says that this rank keeps nothing for the peer now, and uses this endpoint no more; {@link
     * Transport#connect} makes another one when it is needed. Nothing else changes: what was
     * accepted is delivered, before what is sent through later endpoints; what the peer sends is
     * reported, in its order; keys stay as they are.
     *
     * <p>Where the peers of a pair share a connection, the transport agrees with the peer's about
     * its end, whether or not the peer has closed its endpoint, and makes another one when either
     * rank sends.
     */
    public abstract void close();
}
