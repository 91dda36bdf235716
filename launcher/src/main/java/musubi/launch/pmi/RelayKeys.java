package musubi.launch.pmi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The keys of the job's relays, which mpiexec provides: {@code relays}, their number, and {@code
 * relay-0} and so on. Until relays that have been announced are published, a get of these keys
 * waits. Guarded by its owner.
 */
final class RelayKeys {
    private static final String COUNT = "relays";
    private static final String RELAY = "relay-";

    private record Get(PmiPeer peer, String key) {}

    private final List<Get> waiting = new ArrayList<>();
    private Map<String, String> values = Map.of();
    private boolean pending;

    static boolean contain(String key) {
        return key.equals(COUNT) || key.startsWith(RELAY);
    }

    /** Announces relays. */
    void expect() {
        pending = true;
    }

    /** Publishes them, and answers those who wait. */
    void publish(Map<String, String> published) {
        values = Map.copyOf(published);
        pending = false;
        waiting.forEach(get -> answer(get.peer, get.key));
        waiting.clear();
    }

    void get(PmiPeer peer, String key) {
        if (pending) {
            waiting.add(new Get(peer, key));
        } else {
            answer(peer, key);
        }
    }

    private void answer(PmiPeer peer, String key) {
        String value = values.get(key);
        peer.send(value == null ? PmiProtocol.notFound() : PmiProtocol.found(value));
    }
}
