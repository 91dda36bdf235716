package musubi.adi;

/** Sends through another endpoint, unless a fault is due. */
final class FaultyEndpoint extends Endpoint {
    private final FaultyTransport transport;
    private final Endpoint inner;
    private final int peer;
    private long accepted;
    private boolean lost;

    FaultyEndpoint(FaultyTransport transport, Endpoint inner, int peer) {
        this.transport = transport;
        this.inner = inner;
        this.peer = peer;
    }

    @Override
    public SendOutcome trySend(Envelope envelope, Region payload, long from, long bytes) {
        SendOutcome fault = fault();
        if (fault != null) {
            return fault;
        }
        SendOutcome outcome = inner.trySend(envelope, payload, from, bytes);
        accepted += outcome == SendOutcome.ACCEPTED ? 1 : 0;
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
        SendOutcome fault = fault();
        return fault != null ? fault : inner.tryGet(remoteKey, offset, into, to, bytes);
    }

    @Override
    public SendOutcome tryPut(long remoteKey, long offset, Region source, long from, long bytes) {
        SendOutcome fault = fault();
        return fault != null ? fault : inner.tryPut(remoteKey, offset, source, from, bytes);
    }

    @Override
    public long compareAndSwap(long remoteKey, long expected, long desired) {
        return inner.compareAndSwap(remoteKey, expected, desired);
    }

    @Override
    public boolean claim(PostedReceive wanted) {
        return inner.claim(wanted);
    }

    private SendOutcome fault() {
        SendOutcome fault = transport.injected(accepted);
        if (fault == SendOutcome.PEER_LOST && !lost) {
            lost = true;
            transport.lose(peer);
        }
        return fault;
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
