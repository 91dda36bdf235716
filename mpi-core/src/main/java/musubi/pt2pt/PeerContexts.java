package musubi.pt2pt;

import musubi.adi.Transport;
import musubi.connect.ContextCache;
import musubi.connect.PredictedReuse;
import musubi.connect.TransportSelector;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The contexts of a rank's peers, open and closed. To close one needs no word with the peer, nor
 * that it is quiet: the transport delivers what it has accepted, and keeps the order when the
 * context is opened again. So a context can always be closed, without waiting for another rank.
 * Quiet ones are closed first, because the others are soon opened again.
 */
final class PeerContexts implements ContextCache.Lifecycle<Peer> {
    private final SendProtocol protocol;
    private final ContextCache<Peer> cache;
    private final Supplier<TransportSelector> transports;

    /**
     * Contexts, none yet.
     *
     * @param limit how many may be open at once, that of the rank with itself not counted
     * @param transports there from the first message on
     */
    PeerContexts(int limit, SendProtocol protocol, Supplier<TransportSelector> transports) {
        this.protocol = protocol;
        this.transports = transports;
        cache = new ContextCache<>(limit, new PredictedReuse(), this);
    }

    ContextCache<Peer> cache() {
        return cache;
    }

    /** As {@link PointToPoint#routes}. */
    static Map<Transport, List<Integer>> routes(Iterable<Peer> peers) {
        Map<Transport, List<Integer>> routes = new HashMap<>();
        for (Peer peer : peers) {
            if (peer.transport() != null && !peer.isSelf()) {
                routes.computeIfAbsent(peer.transport(), _ -> new ArrayList<>())
                        .add(peer.worldRank());
            }
        }
        routes.values().forEach(Collections::sort);
        return routes;
    }

    @Override
    public Peer make(int worldRank) {
        return new Peer(worldRank, cache, protocol, transports.get().isSelf(worldRank));
    }

    @Override
    public void open(Peer peer) {
        boolean again = peer.transport() != null;
        peer.open(transports.get().connect(peer.worldRank(), again));
        protocol.events.opened(peer.worldRank());
    }

    @Override
    public void close(Peer peer) {
        peer.close();
    }

    @Override
    public void used(Peer peer) {
        protocol.events.contextHit();
    }

    @Override
    public void evicted(Peer peer) {
        protocol.events.evicted(peer.worldRank());
    }

    @Override
    public boolean isIdle(Peer peer) {
        return peer.isQuiet();
    }

    @Override
    public boolean isLimited(Peer peer) {
        return !peer.isSelf();
    }
}
