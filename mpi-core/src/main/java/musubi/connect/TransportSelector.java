package musubi.connect;

import musubi.adi.Endpoint;
import musubi.adi.PeerInfo;
import musubi.adi.Transport;
import musubi.bootstrap.Bootstrap;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Publishes the business cards of this rank's transports and chooses the nearest transport to each
 * peer. A rank's cards travel as one value, {@code name=card;name=card}.
 */
public final class TransportSelector {
    private final Map<String, Transport> transports;
    private final Bootstrap bootstrap;

    /** A selector over transports by name, in the order in which ties are settled. */
    public TransportSelector(Map<String, Transport> transports, Bootstrap bootstrap) {
        this.transports = transports;
        this.bootstrap = bootstrap;
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
    public boolean isMe(int worldRank) {
        return worldRank == bootstrap.worldRank();
    }

    /** A transport that reaches the peer, with the endpoint. */
    public record Route(Transport transport, Endpoint endpoint) {}

    /**
     * Connects to a peer over the nearest transport.
     *
     * @throws MpiFailure of class OTHER when none reaches it
     */
    public Route connect(int worldRank) {
        Map<String, String> cards = cards(worldRank);
        Transport best = null;
        PeerInfo bestPeer = null;
        int bestDistance = Integer.MAX_VALUE;
        for (Map.Entry<String, Transport> entry : transports.entrySet()) {
            PeerInfo peer = new PeerInfo(worldRank, cards.get(entry.getKey()));
            int distance = entry.getValue().distanceTo(peer);
            if (distance >= 0 && distance < bestDistance) {
                best = entry.getValue();
                bestPeer = peer;
                bestDistance = distance;
            }
        }
        if (best == null) {
            throw unreachable(worldRank, cards);
        }
        return new Route(best, best.connect(bestPeer));
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
        return new MpiFailure(
                ErrorClass.OTHER,
                "no transport reaches the peer: rank="
                        + bootstrap.worldRank()
                        + " peer="
                        + worldRank
                        + " transports="
                        + mine
                        + " peer's="
                        + cards.keySet()
                        + "; choose transports that both have with mpiexec --transport");
    }
}
