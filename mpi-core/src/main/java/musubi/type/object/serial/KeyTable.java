package musubi.type.object.serial;

import java.util.Arrays;

/** A set or map in a serial stream, with its keys so far, for {@link HashScan}. One thread. */
final class KeyTable {
    private static final int SET = 2;
    private static final int MAP = 3;

    private final int number;
    private final int stride;
    private final boolean sorts;
    private final float loadFactor;
    private int slots;
    private int[] ordinals = new int[0];
    private int[] costs = new int[0];
    private int keys;
    private int largest = 1;

    private KeyTable(int number, int stride, boolean sorts, float loadFactor) {
        this.number = number;
        this.stride = stride;
        this.sorts = sorts;
        this.loadFactor = loadFactor;
    }

    /**
     * The table of a class; null if it is none.
     *
     * @param fields the first 8 bytes of the fields
     */
    static KeyTable of(String name, long fields, int number) {
        int first = (int) (fields >>> Integer.SIZE);
        return switch (name) {
            case "java.util.HashSet" -> new KeyTable(number, 1, true, 0);
            case "java.util.HashMap", "java.util.concurrent.ConcurrentHashMap" ->
                    new KeyTable(number, 2, true, 0);
            case "java.util.Hashtable" ->
                    new KeyTable(number, 2, false, Float.intBitsToFloat(first));
            case "java.util.CollSer" -> ofImmutable(first & 0xFF, number);
            default -> null;
        };
    }

    private static KeyTable ofImmutable(int tag, int number) {
        return tag == SET || tag == MAP ? new KeyTable(number, tag - 1, false, 0) : null;
    }

    /**
     * Computes the slots from the two numbers before the keys, as {@link java.util.Hashtable} does.
     *
     * @param bytes of the block that they are in
     * @return false if there are not two
     */
    boolean describe(int bytes, long numbers) {
        if (loadFactor > 0) {
            if (bytes != Long.BYTES || slots > 0) {
                return false;
            }
            int elements = (int) numbers;
            int clamped =
                    Math.max((int) (numbers >>> Integer.SIZE), (int) (elements / loadFactor) + 1);
            int length = (int) ((elements + elements / 20) / loadFactor) + 3;
            if (length > elements && (length & 1) == 0) {
                length--;
            }
            slots = Math.max(1, Math.min(length, clamped));
        }
        return true;
    }

    /** Whether colliding strings and numbers are sorted, so that no key is compared with all. */
    boolean sorts() {
        return sorts;
    }

    /** Whether the object with this index, among those of the table, is a key. */
    boolean isKey(int index) {
        return index % stride == 0;
    }

    void add(int ordinal, long cost) {
        if (keys == ordinals.length) {
            ordinals = Arrays.copyOf(ordinals, 2 * keys + 4);
            costs = Arrays.copyOf(costs, 2 * keys + 4);
        }
        ordinals[keys] = ordinal;
        costs[keys] = (int) Math.min(Integer.MAX_VALUE, cost);
        largest = Math.max(largest, costs[keys++]);
    }

    /** Has the keys counted if there are enough of them to be expensive. */
    void markIn(KeyCollisions collisions) {
        if (collisions.isLarge(keys, largest)) {
            KeyCollisions.Table table = new KeyCollisions.Table(number, slots, sorts);
            for (int i = 0; i < keys; i++) {
                collisions.mark(ordinals[i], table, costs[i]);
            }
        }
    }
}
