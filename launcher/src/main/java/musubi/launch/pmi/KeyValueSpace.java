package musubi.launch.pmi;

import java.util.HashMap;
import java.util.Map;

/**
 * What the ranks of one epoch share: the values they put and the barriers they wait in. An epoch
 * ends for a rank when it finalizes.
 */
final class KeyValueSpace {
    private final String name;
    private final Map<String, String> values = new HashMap<>();
    private final PmiBarriers barriers = new PmiBarriers();
    private Map<String, String> fresh = new HashMap<>();
    private boolean atOwners;
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
        fresh.put(key, value);
    }

    /** The value, or null. */
    String get(String key) {
        return values.get(key);
    }

    /** Whether values that barriers have made visible live elsewhere. */
    boolean isPartitioned() {
        return atOwners;
    }

    /** The values have gone to their owners. */
    void partition() {
        values.clear();
        atOwners = true;
    }

    /** What was put since the last call. */
    Map<String, String> takeFresh() {
        Map<String, String> taken = fresh;
        fresh = new HashMap<>();
        return taken;
    }

    /** The barriers that ranks are in now. */
    PmiBarriers barriers() {
        return barriers;
    }

    /** Notes that one more rank has finalized; returns how many have. */
    int leave() {
        return ++left;
    }
}
