package musubi.verbs.wire;

import java.util.ArrayList;
import java.util.List;

/**
 * A map from local identifiers of adapters to values: open addressing with linear probing, without
 * allocation in a look-up. Nothing is removed. Used by one thread.
 *
 * @param <V> type of the values
 */
public final class LidTable<V> {
    private static final int FIRST_PLACES = 16;

    private int[] lids = new int[FIRST_PLACES];
    private final List<V> values = new ArrayList<>();
    private int[] indexes = new int[FIRST_PLACES];

    /** An empty table. */
    public LidTable() {}

    /** The value of an adapter, or null. */
    public V get(int lid) {
        int place = place(lid);
        return lids[place] == lid ? values.get(indexes[place]) : null;
    }

    /** Sets the value of an adapter, whose identifier is 1 or more. */
    public void put(int lid, V value) {
        int place = place(lid);
        if (lids[place] == lid) {
            values.set(indexes[place], value);
            return;
        }
        if (2 * values.size() >= lids.length) {
            grow();
            place = place(lid);
        }
        lids[place] = lid;
        indexes[place] = values.size();
        values.add(value);
    }

    /** All values, in the order in which they were first put. */
    public List<V> all() {
        return values;
    }

    private int place(int lid) {
        int mask = lids.length - 1;
        int place = lid * 0x9E3779B1 >>> 8 & mask;
        while (lids[place] != 0 && lids[place] != lid) {
            place = place + 1 & mask;
        }
        return place;
    }

    private void grow() {
        int[] oldLids = lids;
        int[] oldIndexes = indexes;
        lids = new int[2 * oldLids.length];
        indexes = new int[lids.length];
        for (int i = 0; i < oldLids.length; i++) {
            if (oldLids[i] != 0) {
                int place = place(oldLids[i]);
                lids[place] = oldLids[i];
                indexes[place] = oldIndexes[i];
            }
        }
    }
}
