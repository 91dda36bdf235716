package musubi.type.object.graph;

import java.util.HashMap;
import java.util.Map;

/** Counts the keys of equal hash code of a large table. One thread, one table. */
final class KeyCounter {
    private final GraphReader reader;
    private final int slots;
    private final Map<Integer, Integer> counts = new HashMap<>();

    /**
     * A counter.
     *
     * @param slots of a table that keeps keys by the hash code modulo their number, and none
     *     sorted; 0 for one that keeps those of equal hash code together
     */
    KeyCounter(GraphReader reader, int slots) {
        this.reader = reader;
        this.slots = slots;
    }

    /** Counts a key that is put into the table next. */
    void add(Object key) {
        if (key == null) {
            return;
        }
        ClassForm.KeyUse use = reader.forms().keyUse(key);
        if (slots == 0 && use == ClassForm.KeyUse.SORTED) {
            return;
        }
        int hash = key.hashCode();
        int others =
                counts.merge(slots == 0 ? hash : Math.floorMod(hash, slots), 1, Integer::sum) - 1;
        reader.compare(others, others + 1);
    }
}
