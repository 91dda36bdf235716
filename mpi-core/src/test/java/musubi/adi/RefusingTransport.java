package musubi.adi;

import java.util.Random;

/** A decorator of a transport with the {@link Refusals} in effect when it is opened. */
public final class RefusingTransport extends DelegatingTransport {
    private final Refusals refusals = Refusals.current();
    private final Random random;

    /**
     * @param rank so that the refusals of ranks differ
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
