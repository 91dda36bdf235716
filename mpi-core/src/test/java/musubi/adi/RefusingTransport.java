package musubi.adi;

import java.util.Random;

/** Another transport, which refuses what the {@link Refusals} say that held when it was opened. */
public final class RefusingTransport extends DelegatingTransport {
    private final Refusals refusals = Refusals.current();
    private final Random random;

    /**
     * @param rank makes the ranks refuse differently
     */
    public RefusingTransport(Transport inner, int rank) {
        super(inner);
        random = refusals.random(rank);
    }

    @Override
    public Endpoint connect(PeerInfo peer) {
        return new RefusingEndpoint(inner.connect(peer), refusals, random);
    }
}
