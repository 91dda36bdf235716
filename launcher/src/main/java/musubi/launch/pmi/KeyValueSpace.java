package musubi.launch.pmi;

import java.util.HashMap;
import java.util.Map;

/**
 * The shared state of the ranks of one epoch: values and barriers. A rank leaves the epoch when it
 * finalizes.
 */
final class KeyValueSpace {
    private final String name;
    private final Map<String, String> values = new HashMap<>();
    private final PmiBarriers barriers = new PmiBarriers();
    private Map<String, String> fresh = new HashMap<>();
    private boolean partitioned;
    private int left;

    KeyValueSpace(String name) {
        this.name = name;
    }

    /** The name of the space. */
    String name() {
        return name;
    }

    /** Stores a value for all ranks. */
    void put(String key, String value) {
        values.put(key, value);
        fresh.put(key, value);
    }

    /** The value, or null. */
    String get(String key) {
        return values.get(key);
    }

    /** Whether visible values are partitioned over the nodes. */
    boolean isPartitioned() {
        return partitioned;
    }

    /** Drops the values, which the nodes now own. */
    void partition() {
        values.clear();
        partitioned = true;
    }

    /** The values put since the last call. */
    Map<String, String> takeFresh() {
        Map<String, String> taken = fresh;
        fresh = new HashMap<>();
        return taken;
    }

    /** The pending barriers. */
    PmiBarriers barriers() {
        return barriers;
    }

    /** Counts a finalized rank; returns the number of finalized ranks. */
    int leave() {
        return ++left;
    }
}
