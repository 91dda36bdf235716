package musubi.launch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the ranks of one epoch share: the values they put and the barrier they wait in. An epoch
 * ends for a rank when it finalizes.
 */
final class KeyValueSpace {
    private final String name;
    private final Map<String, String> values = new HashMap<>();
    private final List<PmiPeer> waiting = new ArrayList<>();
    private int left;

    KeyValueSpace(String name) {
        this.name = name;
    }

    /** The name that the ranks use for it. */
    String name() {
        return name;
    }

    /** Stores a value for all ranks. */
    void put(String key, String value) {
        values.put(key, value);
    }

    /** The value, or null. */
    String get(String key) {
        return values.get(key);
    }

    /** The ranks that are in the barrier now. */
    List<PmiPeer> waiting() {
        return waiting;
    }

    /** Notes that one more rank has finalized; returns how many have. */
    int leave() {
        return ++left;
    }
}
