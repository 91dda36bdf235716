package musubi.connect;

import musubi.adi.Endpoint;
import musubi.adi.PeerInfo;
import musubi.adi.Transport;
import musubi.bootstrap.Bootstrap;
import musubi.bootstrap.RankNames;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.memory.Accounted;
import musubi.memory.Component;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Publishes the business cards of this rank's transports and chooses the nearest transport to each
 * peer. A rank's cards travel as one value, {@code name=card;name=card}.
 */
@Accounted(Component.PROCESS_MANAGER)
public final class TransportSelector {
    private static final int MAX_CACHED_CARDS = 1024;

    private final Map<String, Transport> transports;
    private final Bootstrap bootstrap;
    private final IntFunction<String> siteOf;

    /** Cards of the peers that were connected to more than once, the latest of them. */
    private final Map<Integer, Map<String, String>> cachedCards = new LinkedHashMap<>();

    /** A selector over transports by name, in the order in which ties are settled. */
    public TransportSelector(Map<String, Transport> transports, Bootstrap bootstrap) {
        this(transports, bootstrap, null);
    }

    /**
     * As above, in a job of several sites.
     *
     * @param siteOf the name of the site of a rank that is on another site than this one, else
     *     null; null in a job of one site
     */
    public TransportSelector(
            Map<String, Transport> transports, Bootstrap bootstrap, IntFunction<String> siteOf) {
        this.transports = transports;
        this.bootstrap = bootstrap;
        this.siteOf = siteOf;
    }

    /** Puts this rank's cards into the key-value space. */
    public void publish() {
        StringBuilder cards = new StringBuilder();
        transports.forEach(
                (name, transport) -> {
                    String card = transport.businessCard();
                    if (card != null) {
                        cards.append(name).append('=').append(card).append(';');
                    }
                });
        bootstrap.put(key(bootstrap.worldRank()), cards.toString());
    }

    private static String key(int worldRank) {
        return "card-" + worldRank;
    }

    /** Whether the peer is this rank. */
    public boolean isSelf(int worldRank) {
        return worldRank == bootstrap.worldRank();
    }

    /**
     * A way to a peer.
     *
     * @param name of the transport
     * @param transport the nearest that reaches the peer
     * @param endpoint to send through
     * @param place {@code self}, {@code node}, {@code remote}, or {@code site.NAME} for a peer on
     *     another site
     */
    public record Route(String name, Transport transport, Endpoint endpoint, String place) {}

    /**
     * Connects to a peer over the nearest transport.
     *
     * @param again whether it has been connected to before; then its cards are kept
     * @throws MpiFailure of class OTHER when none reaches it
     */
    public Route connect(int worldRank, boolean again) {
        Map<String, String> cards = cachedCards.get(worldRank);
        if (cards == null) {
            cards = cards(worldRank);
        }
        String name = null;
        Transport best = null;
        PeerInfo bestPeer = null;
        int bestDistance = Integer.MAX_VALUE;
        for (Map.Entry<String, Transport> entry : transports.entrySet()) {
            PeerInfo peer = new PeerInfo(worldRank, cards.get(entry.getKey()));
            int distance = entry.getValue().distanceTo(peer);
            if (distance >= 0 && distance < bestDistance) {
                name = entry.getKey();
                best = entry.getValue();
                bestPeer = peer;
                bestDistance = distance;
            }
        }
        if (best == null) {
            throw unreachable(worldRank, cards);
        }
        if (again) {
            cacheCards(worldRank, cards);
        }
        return new Route(name, best, best.connect(bestPeer), place(worldRank));
    }

    /** The name of a transport. */
    public String nameOf(Transport transport) {
        return transports.entrySet().stream()
                .filter(entry -> entry.getValue() == transport)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    /** Where a peer is, as of a {@link Route}. */
    public String place(int worldRank) {
        if (isSelf(worldRank)) {
            return "self";
        }
        String site = siteOf == null ? null : siteOf.apply(worldRank);
        if (site != null) {
            return "site." + site;
        }
        return bootstrap.nodeOf(worldRank) == bootstrap.node() ? "node" : "remote";
    }

    private void cacheCards(int worldRank, Map<String, String> cards) {
        cachedCards.putIfAbsent(worldRank, cards);
        if (cachedCards.size() > MAX_CACHED_CARDS) {
            cachedCards.remove(cachedCards.keySet().iterator().next());
        }
    }

    /**
     * Over which transport this rank has exchanged messages with which others so far, as in {@code
     * shm with rank 1, tcp with ranks 2-3}; empty when it has not.
     *
     * @param peers those of each transport, in ascending order
     */
    public String explain(Map<Transport, List<Integer>> peers) {
        List<String> parts = new ArrayList<>();
        transports.forEach(
                (name, transport) -> {
                    List<Integer> others = peers.get(transport);
                    if (others != null) {
                        parts.add(name + " with " + RankNames.of(others));
                    }
                });
        return String.join(", ", parts);
    }

    private Map<String, String> cards(int worldRank) {
        Map<String, String> cards = new HashMap<>();
        if (worldRank == bootstrap.worldRank()) {
            return cards;
        }
        String value = bootstrap.get(key(worldRank));
        for (int start = 0; value != null && start < value.length(); ) {
            int end = value.indexOf(';', start);
            int equals = value.indexOf('=', start);
            cards.put(value.substring(start, equals), value.substring(equals + 1, end));
            start = end + 1;
        }
        return cards;
    }

    private MpiFailure unreachable(int worldRank, Map<String, String> cards) {
        List<String> mine = new ArrayList<>(transports.keySet());
        return new MpiFailure(ErrorClass.OTHER, "no transport reaches the peer")
                .with("rank", bootstrap.worldRank())
                .with("peer", worldRank)
                .with("transports", mine)
                .with("peer's", cards.keySet())
                .advice("choose transports that both have with mpiexec --transport");
    }
}
