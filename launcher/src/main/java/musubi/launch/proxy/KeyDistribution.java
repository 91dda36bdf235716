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
 * Where the values live that ranks have put, decided when a barrier makes them visible and carried
 * out before it lets the ranks go on. Few go to all node proxies, so that each answers its ranks by
 * itself. Of an epoch with more, each lives at one node proxy, its owner, that a hash of its key
 * tells ({@link KeyLookup}), and nowhere else ({@link KeyCache}).
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
    private final Set<String> atOwners = new HashSet<>();

    /**
     * Nothing distributed yet.
     *
     * @param tree of the node proxies
     * @param limitBytes how much of an epoch goes to all of them
     * @param link sends frames to nodes
     */
    KeyDistribution(ProxyTree tree, int limitBytes, Consumer<Frame> link) {
        children = tree.childrenOf(ProxyTree.ROOT);
        nodes = tree.hosts().size();
        this.limitBytes = limitBytes;
        this.link = link;
    }

    /**
     * These values of an epoch are visible from now on.
     *
     * @return true when all values of the epoch live at owners, so that nobody else need keep them
     */
    boolean publish(String space, Map<String, String> fresh) {
        if (fresh.isEmpty()) {
            return atOwners.contains(space);
        }
        long bytes = fresh.entrySet().stream().mapToLong(KeyDistribution::bytes).sum();
        if (atOwners.contains(space) || sent.merge(space, bytes, Long::sum) > limitBytes) {
            giveToOwners(space, fresh);
            return true;
        }
        for (Map<String, String> piece : inPieces(fresh)) {
            children.forEach(child -> send(Kind.KEYS, child, space, piece));
        }
        return false;
    }

    private void giveToOwners(String space, Map<String, String> fresh) {
        if (atOwners.add(space)) {
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
                        inPieces(share)
                                .forEach(piece -> send(Kind.OWNER_KEYS, owner, space, piece)));
    }

    private static List<Map<String, String>> inPieces(Map<String, String> values) {
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
