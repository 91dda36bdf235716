package musubi.adi;

/** A decorator of a transport, for subclasses that change part of it; without node memory. */
abstract class DelegatingTransport extends Transport {
    protected final Transport inner;

    DelegatingTransport(Transport inner) {
        super(inner.traits(), inner.businessCard());
        this.inner = inner;
    }

    @Override
    public int distanceTo(PeerInfo peer) {
        return inner.distanceTo(peer);
    }

    @Override
    public void onJobComplete() {
        inner.onJobComplete();
    }

    @Override
    public int poll(int limit) {
        return inner.poll(limit);
    }

    @Override
    public void sleep(long timeoutNs) {
        inner.sleep(timeoutNs);
    }

    @Override
    public <C> C capability(Class<C> kind) {
        return kind == NodeMemory.class ? null : inner.capability(kind);
    }

    @Override
    public void close() {
        inner.close();
    }
}
