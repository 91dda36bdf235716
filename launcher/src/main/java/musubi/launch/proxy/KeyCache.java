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
 * The values that a node proxy has: those that mpiexec has sent to all, or, when the values of an
 * epoch live at owners, its own share ({@link KeyDistribution}). It never has an old value when a
 * barrier has made a new one visible, for that came first over the same link.
 *
 * <p>Thread rule: any thread.
 */
final class KeyCache {
    /** A rank may be in the next epoch while another one still leaves the last. */
    private static final int EPOCHS = 2;

    private final int node;
    private int nodes;
    private final Map<String, Map<String, String>> spaces = new LinkedHashMap<>();
    private final Set<String> atOwners = new HashSet<>();

    /** Nothing known yet to this node. */
    KeyCache(int node) {
        this.node = node;
    }

    /** So many nodes own values. */
    synchronized void nodes(int newNodes) {
        nodes = newNodes;
    }

    /** mpiexec sends values, for all or as to their owner. */
    synchronized void store(PayloadReader in) throws IOException {
        valuesOf(in.word()).putAll(in.map());
    }

    /** From now on the values of this epoch live at owners: keeps its share of what it has. */
    synchronized void partition(PayloadReader in) throws IOException {
        String space = in.word();
        valuesOf(space).keySet().removeIf(key -> KeyLookup.owner(key, nodes) != node);
        atOwners.add(space);
    }

    private Map<String, String> valuesOf(String space) {
        Map<String, String> values = spaces.computeIfAbsent(space, _ -> new HashMap<>());
        if (spaces.size() > EPOCHS) {
            String oldest = spaces.keySet().iterator().next();
            spaces.remove(oldest);
            atOwners.remove(oldest);
        }
        return values;
    }

    /** How many values of an epoch are here. */
    synchronized int count(String space) {
        return spaces.getOrDefault(space, Map.of()).size();
    }

    /** The answer to a rank's line; null when somebody else has to give it. */
    synchronized PmiLine answer(PmiLine line) {
        String space = line.value("kvsname");
        Map<String, String> values = spaces.get(space);
        String key = line.value("key");
        if (values == null || key == null) {
            return null;
        }
        if (line.command().equals("put") && !atOwners.contains(space)) {
            // Whoever puts may see the new value earlier than others.
            values.remove(key);
            return null;
        }
        String value = line.command().equals("get") ? values.get(key) : null;
        return value == null ? null : PmiProtocol.found(value);
    }

    /** What to ask another node, because of a line for which there is no answer here; or null. */
    synchronized KeyLookup lookup(int session, PmiLine line) {
        String space = line.value("kvsname");
        String key = line.value("key");
        return line.command().equals("get")
                        && key != null
                        && atOwners.contains(space)
                        && !KeyLookup.isReserved(key)
                ? new KeyLookup(node, session, space, key)
                : null;
    }

    /** The answer of the owner, which is this node. */
    synchronized PmiLine answer(KeyLookup question) {
        String value = spaces.getOrDefault(question.space(), Map.of()).get(question.key());
        return value == null ? PmiProtocol.notFound() : PmiProtocol.found(value);
    }

    /** The frame with this question. */
    synchronized Frame frame(KeyLookup question) {
        return question.frame(nodes);
    }
}
