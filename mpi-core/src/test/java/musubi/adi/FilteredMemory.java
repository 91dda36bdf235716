package musubi.adi;

import musubi.region.Region;

import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * A decorator of remote memory whose copies may be refused.
 *
 * @param refusal null to make the copy
 * @param copied called with the bytes of each copy made
 */
record FilteredMemory(RemoteMemory inner, Supplier<SendOutcome> refusal, LongConsumer copied)
        implements RemoteMemory {
    @Override
    public long remoteKey(Region region) {
        return inner.remoteKey(region);
    }

    @Override
    public void forget(long remoteKey) {
        inner.forget(remoteKey);
    }

    @Override
    public SendOutcome tryGet(long remoteKey, long offset, Region into, long to, long bytes) {
        SendOutcome refused = refusal.get();
        return refused != null
                ? refused
                : counted(inner.tryGet(remoteKey, offset, into, to, bytes), bytes);
    }

    @Override
    public SendOutcome tryPut(long remoteKey, long offset, Region source, long from, long bytes) {
        SendOutcome refused = refusal.get();
        return refused != null
                ? refused
                : counted(inner.tryPut(remoteKey, offset, source, from, bytes), bytes);
    }

    private SendOutcome counted(SendOutcome outcome, long bytes) {
        if (outcome == SendOutcome.ACCEPTED) {
            copied.accept(bytes);
        }
        return outcome;
    }

    @Override
    public long compareAndSwap(long remoteKey, long expected, long desired) {
        return inner.compareAndSwap(remoteKey, expected, desired);
    }
}
