package musubi.adi;

/**
 * What a transport can do; from these the core chooses the protocol of each message. Immutable; any
 * thread.
 *
 * @param eagerLimitBytes largest payload sent together with its envelope
 * @param fragmentBytes largest payload of one {@link Endpoint#trySend} after the rendezvous
 * @param remoteMemory whether {@link Endpoint#tryGet} and {@link Endpoint#tryPut} reach memory that
 *     {@link Endpoint#remoteKey} has a key for
 * @param polled whether {@link Transport#poll} ever has something to do
 * @param claimBytes smallest message for which a sender tries {@link Endpoint#claim}, and smallest
 *     buffer for which {@link Transport#publish} is tried; {@link Integer#MAX_VALUE} for never
 */
public record TransportTraits(
        int eagerLimitBytes,
        int fragmentBytes,
        boolean remoteMemory,
        boolean polled,
        int claimBytes) {

    /** A transport that does not publish receives. */
    public TransportTraits(
            int eagerLimitBytes, int fragmentBytes, boolean remoteMemory, boolean polled) {
        this(eagerLimitBytes, fragmentBytes, remoteMemory, polled, Integer.MAX_VALUE);
    }
}
