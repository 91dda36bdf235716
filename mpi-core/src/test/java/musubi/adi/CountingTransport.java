package musubi.adi;

/** Another transport, whose traffic is counted in {@link Traffic}. */
public final class CountingTransport extends DelegatingTransport {
    public CountingTransport(Transport inner) {
        super(inner);
    }

    @Override
    public Endpoint connect(PeerInfo peer) {
        return new CountingEndpoint(inner.connect(peer));
    }
}
