package musubi.adi;

import musubi.region.Region;

/**
 * The sending side towards one peer. No method blocks. Thread rule: as {@link Transport}.
 * Capabilities: {@link RemoteMemory}, {@link PostedReceives}, {@link ZeroCopySend}.
 */
public abstract class Endpoint implements Capable {
    protected Endpoint() {}

    /**
     * Sends an envelope with a payload. The payload is taken whole or not at all; once accepted,
     * its memory may be reused.
     *
     * @param envelope belongs to the caller again after the call
     * @param payload region that contains the payload
     * @param from start of the payload in the region, in bytes
     * @param bytes its length: at most the eager limit, or the fragment size for data after a
     *     rendezvous and on a long path
     */
    public abstract SendOutcome trySend(Envelope envelope, Region payload, long from, long bytes);

    /**
     * Bytes in flight when the path to the peer is full (bandwidth x round trip), where a round
     * trip costs more than a copy of a large payload: then {@link #trySend} takes eager payloads up
     * to the fragment size. 0 on other paths, and as long as the path was not measured.
     */
    public long longPathBytes() {
        return 0;
    }

    /** Whether everything accepted has left this rank, so that closing is cheap. */
    public abstract boolean isDrained();

    /**
     * Releases this endpoint, which is not used again; {@link Transport#connect} makes another one
     * on demand. Nothing else changes: accepted messages are delivered, before those sent through
     * later endpoints; messages from the peer are reported, in order; keys and published receives
     * stay valid.
     *
     * <p>Where both directions share a connection, the two transports agree on its end, whether or
     * not the peer has closed its endpoint, and establish another one when either rank sends.
     */
    public abstract void close();
}
