package musubi.launch.proxy;

import musubi.bootstrap.pmi.PmiLine;
import musubi.launch.link.Frame;
import musubi.launch.link.PayloadReader;
import musubi.launch.pmi.KeyLookup;
import musubi.launch.pmi.PmiProtocol;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The values held by a node proxy: all values that mpiexec has broadcast, or, for a partitioned
 * epoch, those it owns ({@link KeyDistribution}). Values are never stale: a new value arrives over
 * the same link before the release of the barrier that makes it visible.
 *
 * <p>Thread rule: any thread.
 */
final class KeyCache {
    /** A rank may have entered the next epoch while another still leaves the previous one. */
    private static final int EPOCHS = 2;

    private final int node;
    private int nodes;
    private final Map<String, Map<String, String>> spaces = new LinkedHashMap<>();
    private final Set<String> partitioned = new HashSet<>();

    /** An empty cache of this node. */
    KeyCache(int node) {
        this.node = node;
    }

    /** Sets the number of nodes. */
    synchronized void nodes(int newNodes) {
        nodes = newNodes;
    }

    /** Stores values, broadcast or owned by this node. */
    synchronized void store(PayloadReader in) throws IOException {
        valuesOf(in.word()).putAll(in.map());
    }

    /** Partitions an epoch: drops all values that other nodes own. */
    synchronized void partition(PayloadReader in) throws IOException {
        String space = in.word();
        valuesOf(space).keySet().removeIf(key -> KeyLookup.owner(key, nodes) != node);
        partitioned.add(space);
    }

    private Map<String, String> valuesOf(String space) {
        Map<String, String> values = spaces.computeIfAbsent(space, _ -> new HashMap<>());
        if (spaces.size() > EPOCHS) {
            String oldest = spaces.keySet().iterator().next();
            spaces.remove(oldest);
            partitioned.remove(oldest);
        }
        return values;
    }

    /** The number of values of an epoch in this cache. */
    synchronized int count(String space) {
        return spaces.getOrDefault(space, Map.of()).size();
    }

    /** The reply to a line of a rank; null if it is not known here. */
    synchronized PmiLine answer(PmiLine line) {
        String space = line.value("kvsname");
        Map<String, String> values = spaces.get(space);
        String key = line.value("key");
        if (values == null || key == null) {
            return null;
        }
        if (line.command().equals("put") && !partitioned.contains(space)) {
            // The rank that puts a value may see it before other ranks.
            values.remove(key);
            return null;
        }
        String value = line.command().equals("get") ? values.get(key) : null;
        return value == null ? null : PmiProtocol.found(value);
    }

    /** The lookup at another node that answers this line, or null. */
    synchronized KeyLookup lookup(int session, PmiLine line) {
        String space = line.value("kvsname");
        String key = line.value("key");
        return line.command().equals("get")
                        && key != null
                        && partitioned.contains(space)
                        && !KeyLookup.isReserved(key)
                ? new KeyLookup(node, session, space, key)
                : null;
    }

    /** The reply of this node, the owner. */
    synchronized PmiLine answer(KeyLookup lookup) {
        String value = spaces.getOrDefault(lookup.space(), Map.of()).get(lookup.key());
        return value == null ? PmiProtocol.notFound() : PmiProtocol.found(value);
    }

    /** The frame of a lookup. */
    synchronized Frame frame(KeyLookup lookup) {
        return lookup.frame(nodes);
    }
}
