package musubi.adi;

/**
 * What a transport can do; from these the core chooses the protocol of each message. Immutable; any
 * thread.
 *
 * @param eagerLimitBytes largest payload sent together with its envelope
 * @param fragmentBytes largest payload of one {@link Endpoint#trySend} after the rendezvous
 * @param remoteMemory whether {@link Endpoint#tryGet} and {@link Endpoint#tryPut} reach memory that
 *     {@link Transport#remoteKey} has a key for
 * @param polled whether {@link Transport#poll} ever has something to do
 */
public record TransportTraits(
        int eagerLimitBytes, int fragmentBytes, boolean remoteMemory, boolean polled) {}
