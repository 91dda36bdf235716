package musubi.adi;

/** Another transport with its traffic counted in {@link Traffic}. */
public final class CountingTransport extends DelegatingTransport {
    public CountingTransport(Transport inner) {
        super(inner);
    }

    @Override
    public Endpoint connect(PeerInfo peer) {
        return new CountingEndpoint(inner.connect(peer));
    }
}
