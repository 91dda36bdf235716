package musubi.launch.proxy;

import musubi.launch.link.Frame;
import musubi.launch.link.Frame.Kind;
import musubi.launch.link.PayloadWriter;
import musubi.launch.pmi.KeyLookup;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The distribution of values to node proxies, at the barrier that makes them visible. Up to a limit
 * per epoch all values are broadcast, so that each node proxy answers gets of its ranks. Above the
 * limit the epoch is partitioned: a hash of the key selects the one node that owns a value ({@link
 * KeyLookup}, {@link KeyCache}).
 *
 * <p>Thread rule: one thread at a time.
 */
public final class KeyDistribution {
    private static final int OVERHEAD_BYTES = 8;

    private final List<Integer> children;
    private final int nodes;
    private final int limitBytes;
    private final Consumer<Frame> link;
    private final Map<String, Long> sent = new HashMap<>();
    private final Set<String> partitioned = new HashSet<>();

    /**
     * A distribution without values.
     *
     * @param tree the tree of node proxies
     * @param limitBytes the limit of broadcast bytes per epoch
     * @param link sends frames to nodes
     */
    KeyDistribution(ProxyTree tree, int limitBytes, Consumer<Frame> link) {
        children = tree.childrenOf(ProxyTree.ROOT);
        nodes = tree.hosts().size();
        this.limitBytes = limitBytes;
        this.link = link;
    }

    /**
     * Distributes new visible values of an epoch.
     *
     * @return whether the epoch is partitioned, so that mpiexec can drop its values
     */
    boolean publish(String space, Map<String, String> fresh) {
        if (fresh.isEmpty()) {
            return partitioned.contains(space);
        }
        long bytes = fresh.entrySet().stream().mapToLong(KeyDistribution::bytes).sum();
        if (partitioned.contains(space) || sent.merge(space, bytes, Long::sum) > limitBytes) {
            sendToOwners(space, fresh);
            return true;
        }
        for (Map<String, String> piece : split(fresh)) {
            children.forEach(child -> send(Kind.KEYS, child, space, piece));
        }
        return false;
    }

    private void sendToOwners(String space, Map<String, String> fresh) {
        if (partitioned.add(space)) {
            sent.remove(space);
            children.forEach(child -> send(Kind.KEYS_PARTITIONED, child, space, Map.of()));
        }
        Map<Integer, Map<String, String>> shares = new HashMap<>();
        fresh.forEach(
                (key, value) ->
                        shares.computeIfAbsent(KeyLookup.owner(key, nodes), _ -> new HashMap<>())
                                .put(key, value));
        shares.forEach(
                (owner, share) ->
                        split(share).forEach(piece -> send(Kind.OWNER_KEYS, owner, space, piece)));
    }

    private static List<Map<String, String>> split(Map<String, String> values) {
        List<Map<String, String>> pieces = new ArrayList<>();
        Map<String, String> piece = new HashMap<>();
        int pieceBytes = 0;
        for (Map.Entry<String, String> entry : values.entrySet()) {
            if (pieceBytes > Frame.PIECE_BYTES) {
                pieces.add(piece);
                piece = new HashMap<>();
                pieceBytes = 0;
            }
            piece.put(entry.getKey(), entry.getValue());
            pieceBytes += bytes(entry);
        }
        pieces.add(piece);
        return pieces;
    }

    private static int bytes(Map.Entry<String, String> entry) {
        return entry.getKey().length() + entry.getValue().length() + OVERHEAD_BYTES;
    }

    private void send(Kind kind, int node, String space, Map<String, String> values) {
        link.accept(Frame.of(kind, node, new PayloadWriter().text(space).map(values)));
    }
}
