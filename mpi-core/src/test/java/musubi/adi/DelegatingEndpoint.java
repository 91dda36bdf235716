package musubi.adi;

import musubi.region.Region;

/** Another endpoint, for subclasses that change how data moves. */
abstract class DelegatingEndpoint extends Endpoint {
    protected final Endpoint inner;

    DelegatingEndpoint(Endpoint inner) {
        this.inner = inner;
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
    public long compareAndSwap(long remoteKey, long expected, long desired) {
        return inner.compareAndSwap(remoteKey, expected, desired);
    }

    @Override
    public boolean claim(PostedReceive wanted) {
        return inner.claim(wanted);
    }

    @Override
    public long zeroCopySends() {
        return inner.zeroCopySends();
    }

    @Override
    public boolean completedUpTo(long loans) {
        return inner.completedUpTo(loans);
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
