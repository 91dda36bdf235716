package musubi.type.object.serial;

import musubi.type.object.LimitTexts;
import musubi.type.object.ObjectLimits;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts the keys of equal hash code in the large tables of a message, before they are put there:
 * such keys are compared with each other one by one. A key of many objects counts with all of them.
 *
 * <p>Thread rule: one thread, one message.
 */
final class KeyCollisions {
    private final ObjectLimits limits;
    private final long budget;
    private final Map<Long, Integer> counts = new HashMap<>();
    private Table[] tables = new Table[0];
    private int[] costs = new int[0];
    private long comparisons;
    private int most;

    /**
     * A table.
     *
     * @param number distinct for each
     * @param slots of a table that keeps all its keys by the hash code modulo their number; 0 for
     *     one that keeps them by the hash code
     * @param sorts whether colliding strings and numbers are kept sorted, and so cost nothing
     */
    record Table(int number, int slots, boolean sorts) {}

    KeyCollisions(ObjectLimits limits, long length) {
        this.limits = limits;
        budget = limits.comparisons(length);
    }

    /** Whether comparing this number of keys with each other may exceed the budget. */
    boolean isLarge(int keys, long largestCost) {
        return (double) keys * keys / 2 * largestCost > budget;
    }

    /** Has the object with an ordinal counted as a key. */
    void mark(int ordinal, Table table, int cost) {
        if (ordinal >= tables.length) {
            int capacity = Math.max(ordinal + 1, 2 * tables.length);
            tables = Arrays.copyOf(tables, capacity);
            costs = Arrays.copyOf(costs, capacity);
        }
        tables[ordinal] = table;
        costs[ordinal] = cost;
    }

    /** Whether any is marked. */
    boolean hasMarks() {
        return tables.length > 0;
    }

    /** Whether the object may be put into its table, if it is a key. */
    boolean admits(int ordinal, Object key) {
        Table table = ordinal < tables.length ? tables[ordinal] : null;
        if (table == null || table.sorts() && HashScan.isLeaf(key.getClass())) {
            return true;
        }
        int hash = key.hashCode();
        int slot = table.slots() == 0 ? hash : (hash & Integer.MAX_VALUE) % table.slots();
        int others =
                counts.merge(
                                (long) table.number() << Integer.SIZE | slot & 0xFFFFFFFFL,
                                1,
                                Integer::sum)
                        - 1;
        most = Math.max(most, others + 1);
        comparisons += (long) others * costs[ordinal];
        return comparisons <= budget;
    }

    /** Why an object was not admitted. */
    String refusal() {
        return LimitTexts.collisions(most, limits.collisions(), comparisons);
    }
}
