package musubi.adi;

/**
 * Remote memory that an adapter accesses without the peer's processor: neither the peer's calls nor
 * its polls are needed. A key of {@link #remoteKey} is valid for all peers on this transport.
 */
public interface RdmaMemory extends RemoteMemory {
    /**
     * Attempts an atomic operation, which is executed exactly once. On {@link
     * SendOutcome#BACK_PRESSURED} it has begun: the caller repeats the call with the same object
     * until it is accepted. Operations for one peer are executed in the order of their first calls,
     * each atomically also for the atomic instructions of the peer's processor.
     *
     * @throws IllegalArgumentException when the word is not in accessible memory of the peer, or
     *     not aligned
     */
    SendOutcome tryAtomic(RemoteAtomic operation);
}
