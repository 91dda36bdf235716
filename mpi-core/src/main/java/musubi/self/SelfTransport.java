package musubi.self;

import musubi.adi.Endpoint;
import musubi.adi.Inbound;
import musubi.adi.PeerInfo;
import musubi.adi.Transport;
import musubi.adi.TransportTraits;

/**
 * The transport of a rank to itself: a send is an upcall with the sender's own memory, without a
 * copy, a queue or a poll.
 */
final class SelfTransport extends Transport {
    private static final TransportTraits TRAITS =
            new TransportTraits(Integer.MAX_VALUE, Integer.MAX_VALUE, false);

    private final int worldRank;
    private final Inbound inbound;

    SelfTransport(int worldRank, Inbound inbound) {
        super(TRAITS, Integer.toString(worldRank));
        this.worldRank = worldRank;
        this.inbound = inbound;
    }

    @Override
    public int distanceTo(PeerInfo peer) {
        return peer.worldRank() == worldRank ? 0 : -1;
    }

    @Override
    public Endpoint connect(PeerInfo peer) {
        if (peer.worldRank() != worldRank) {
            throw new IllegalArgumentException(
                    "not this rank: peer=" + peer + " rank=" + worldRank);
        }
        return new SelfEndpoint(worldRank, inbound);
    }

    @Override
    public int poll(int limit) {
        return 0;
    }

    @Override
    public void close() {}
}
