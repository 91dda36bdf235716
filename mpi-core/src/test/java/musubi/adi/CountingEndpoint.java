package musubi.adi;

/** Sends through another endpoint and counts in {@link Traffic}. */
final class CountingEndpoint extends Endpoint {
    private final Endpoint inner;

    CountingEndpoint(Endpoint inner) {
        this.inner = inner;
    }

    @Override
    public SendOutcome trySend(Envelope envelope, Region payload, long from, long bytes) {
        SendOutcome outcome = inner.trySend(envelope, payload, from, bytes);
        if (outcome == SendOutcome.ACCEPTED) {
            Traffic.total().message(envelope.kind, bytes);
        }
        return outcome;
    }

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
        return counted(inner.tryGet(remoteKey, offset, into, to, bytes), bytes);
    }

    @Override
    public SendOutcome tryPut(long remoteKey, long offset, Region source, long from, long bytes) {
        return counted(inner.tryPut(remoteKey, offset, source, from, bytes), bytes);
    }

    private static SendOutcome counted(SendOutcome outcome, long bytes) {
        if (outcome == SendOutcome.ACCEPTED) {
            Traffic.total().remote(bytes);
        }
        return outcome;
    }

    @Override
    public long compareAndSwap(long remoteKey, long expected, long desired) {
        return inner.compareAndSwap(remoteKey, expected, desired);
    }

    @Override
    public boolean claim(PostedReceive wanted) {
        return inner.claim(wanted);
    }

    @Override
    public boolean isDrained() {
        return inner.isDrained();
    }

    @Override
    public void close() {
        inner.close();
    }
}
