package musubi.adi;

/**
 * Limits from which the core chooses the protocol of each message. Immutable; any thread.
 *
 * @param eagerLimitBytes largest payload sent together with its envelope
 * @param fragmentBytes largest payload of one {@link Endpoint#trySend} after the rendezvous
 * @param polled whether {@link Transport#poll} ever has something to do
 * @param claimBytes smallest message for which a sender tries {@link PostedReceives#claim}, and
 *     smallest buffer of a receive that is published; {@link Integer#MAX_VALUE} without {@link
 *     PostedReceives}
 */
public record TransportTraits(
        int eagerLimitBytes, int fragmentBytes, boolean polled, int claimBytes) {

    /** Of a transport without {@link PostedReceives}. */
    public TransportTraits(int eagerLimitBytes, int fragmentBytes, boolean polled) {
        this(eagerLimitBytes, fragmentBytes, polled, Integer.MAX_VALUE);
    }

    /** Whether a payload travels with its envelope if there is credit. */
    public boolean isEager(long bytes) {
        return bytes <= eagerLimitBytes;
    }

    /** The longest eager payload for which a sender tries no claim. */
    public int unclaimedEagerBytes() {
        return Math.min(eagerLimitBytes, claimBytes - 1);
    }
}
