package musubi.launch;

import musubi.launch.Frame.Kind;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Gives all node proxies the values that ranks have put, when a barrier makes them visible and
 * before it lets the ranks go on: so each proxy answers its ranks by itself ({@link KeyCache}). An
 * epoch with more values than are worth that is answered by mpiexec.
 *
 * <p>Thread rule: one thread at a time.
 */
final class KeyBroadcast {
    /** What one epoch may send to each node proxy, in bytes. */
    static final long LIMIT_BYTES = 16 * 1024 * 1024;

    private static final int OVERHEAD_BYTES = 8;

    private final List<Integer> children;
    private final Consumer<Frame> link;
    private final Map<String, Long> sent = new HashMap<>();
    private final Set<String> givenUp = new HashSet<>();

    /**
     * A broadcast.
     *
     * @param children the nodes next below, which pass it on
     * @param link sends frames to nodes
     */
    KeyBroadcast(List<Integer> children, Consumer<Frame> link) {
        this.children = children;
        this.link = link;
    }

    /** These values of an epoch are visible from now on. */
    void publish(String space, Map<String, String> fresh) {
        if (fresh.isEmpty() || givenUp.contains(space)) {
            return;
        }
        long bytes = fresh.entrySet().stream().mapToLong(KeyBroadcast::bytes).sum();
        long total = sent.merge(space, bytes, Long::sum);
        if (total > LIMIT_BYTES) {
            givenUp.add(space);
            sent.remove(space);
            send(space, true, Map.of());
            return;
        }
        Map<String, String> piece = new HashMap<>();
        int pieceBytes = 0;
        for (Map.Entry<String, String> entry : fresh.entrySet()) {
            if (pieceBytes > Frame.PIECE_BYTES) {
                send(space, false, piece);
                piece.clear();
                pieceBytes = 0;
            }
            piece.put(entry.getKey(), entry.getValue());
            pieceBytes += bytes(entry);
        }
        send(space, false, piece);
    }

    private static int bytes(Map.Entry<String, String> entry) {
        return entry.getKey().length() + entry.getValue().length() + OVERHEAD_BYTES;
    }

    private void send(String space, boolean forget, Map<String, String> values) {
        byte[] payload = new PayloadWriter().text(space).flag(forget).map(values).bytes();
        for (int child : children) {
            link.accept(new Frame(Kind.KEYS, child, payload));
        }
    }
}
