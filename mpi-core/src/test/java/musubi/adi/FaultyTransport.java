package musubi.adi;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

/** A transport with {@link Faults}, repeatable by seed. */
final class FaultyTransport extends DelegatingTransport {
    private static final int MAX_HELD = 256;

    private final DelayedInbound delayed;
    private final Inbound inbound;
    private final Faults faults;
    private final Random random;
    private final Deque<Integer> lost = new ArrayDeque<>();
    private boolean polling;

    FaultyTransport(
            Transport inner, TransportContext context, DelayedInbound delayed, Faults faults) {
        super(inner);
        this.delayed = delayed;
        this.inbound = context.inbound();
        this.faults = faults;
        this.random = new Random(faults.seed() * 31 + context.worldRank());
    }

    @Override
    public Endpoint connect(PeerInfo peer) {
        return new FaultyEndpoint(this, inner.connect(peer), peer.worldRank());
    }

    @Override
    public int poll(int limit) {
        if (polling) {
            throw new IllegalStateException("poll from within an upcall");
        }
        polling = true;
        try {
            int done = 0;
            for (; done < limit && !lost.isEmpty(); done++) {
                inbound.onPeerLost(lost.remove(), "injected loss");
            }
            // Bounded, so that the inner transport's back-pressure reaches the sender.
            if (delayed.size() < MAX_HELD) {
                inner.poll(MAX_HELD);
            }
            return done + delayed.deliver(limit - done);
        } finally {
            polling = false;
        }
    }

    @Override
    public void sleep(long timeoutNs) {
        if (delayed.isEmpty() && lost.isEmpty()) {
            inner.sleep(timeoutNs);
        }
    }

    /** The injected outcome, or null to call the inner transport. */
    SendOutcome injected(long acceptedBefore) {
        int limit = faults.loseAfterMessages();
        if (limit >= 0 && acceptedBefore >= limit) {
            return SendOutcome.PEER_LOST;
        }
        return random.nextDouble() < faults.backPressure() ? SendOutcome.BACK_PRESSURED : null;
    }

    void lose(int peer) {
        lost.add(peer);
    }
}
