package musubi.adi;

import musubi.region.Region;

/**
 * A decorator of an endpoint, for subclasses that change the transfer of data; without zero-copy
 * sends, so that all messages pass {@link #trySend}.
 */
abstract class DelegatingEndpoint extends Endpoint {
    protected final Endpoint inner;

    DelegatingEndpoint(Endpoint inner) {
        this.inner = inner;
    }

    @Override
    public SendOutcome trySend(Envelope envelope, Region payload, long from, long bytes) {
        return inner.trySend(envelope, payload, from, bytes);
    }

    @Override
    public <C> C capability(Class<C> kind) {
        return kind == ZeroCopySend.class ? null : inner.capability(kind);
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
