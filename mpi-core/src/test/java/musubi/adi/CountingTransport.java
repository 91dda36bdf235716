package musubi.adi;

/** A decorator that counts the traffic of a transport in {@link Traffic}. */
public final class CountingTransport extends DelegatingTransport {
    public CountingTransport(Transport inner) {
        super(inner);
    }

    @Override
    public Endpoint connect(PeerInfo peer) {
        return new CountingEndpoint(inner.connect(peer));
    }
}
