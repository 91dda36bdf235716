package musubi.replay;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.Inbound;
import musubi.adi.PeerInfo;
import musubi.adi.SendOutcome;
import musubi.adi.Transport;
import musubi.adi.TransportTraits;
import musubi.pt2pt.matching.MessageKind;
import musubi.region.Region;

/**
 * The transport in the replay of a single rank: accepts and discards all messages, also those of
 * the rank to itself, and acknowledges at once those that wait for a receive. Messages to the rank
 * come from its journal ({@link SingleRankReplayMatching}).
 */
final class SingleRankReplayTransport extends Transport {
    /** Its name. */
    static final String NAME = "journal";

    private static final TransportTraits TRAITS =
            new TransportTraits(Integer.MAX_VALUE, Integer.MAX_VALUE, false);

    private final Inbound inbound;
    private final Envelope answer = new Envelope();
    private final Region nothing = new Region();

    /** Acknowledges to the rank's point-to-point communication. */
    SingleRankReplayTransport(Inbound inbound) {
        super(TRAITS, null);
        this.inbound = inbound;
    }

    @Override
    public int distanceTo(PeerInfo peer) {
        return 0;
    }

    @Override
    public Endpoint connect(PeerInfo peer) {
        return new DiscardingEndpoint(peer.worldRank());
    }

    @Override
    public int poll(int limit) {
        return 0;
    }

    @Override
    public void close() {}

    /** In the place of a peer. */
    private final class DiscardingEndpoint extends Endpoint {
        private final int peer;

        DiscardingEndpoint(int peer) {
            this.peer = peer;
        }

        @Override
        public SendOutcome trySend(Envelope envelope, Region payload, long from, long bytes) {
            if (isAwaited(envelope)) {
                answer.set(MessageKind.MATCHED, 0, 0, 0, 0, envelope.cookie);
                inbound.onMessage(peer, answer, nothing);
            }
            return SendOutcome.ACCEPTED;
        }

        private static boolean isAwaited(Envelope envelope) {
            return envelope.kind == MessageKind.READY_TO_SEND
                    || envelope.kind == MessageKind.EAGER
                            && (envelope.flags & MessageKind.SYNCHRONOUS) != 0;
        }

        @Override
        public boolean isDrained() {
            return true;
        }

        @Override
        public void close() {}
    }
}
