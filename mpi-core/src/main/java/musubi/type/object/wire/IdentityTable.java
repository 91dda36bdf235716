package musubi.type.object.wire;

import java.util.Arrays;

/**
 * Numbers objects by identity in the order in which they come. The first few are compared one by
 * one, because the first identity hash code of an object costs as much as a small message.
 *
 * <p>Thread rule: one thread at a time.
 */
public final class IdentityTable {
    private static final int FEW = 8;
    private static final int SMALLEST = 64;
    private static final int LARGEST_KEPT = 1 << 17;

    private final Object[] few = new Object[FEW];
    private Object[] keys = new Object[SMALLEST];
    private int[] numbers = new int[SMALLEST];
    private int shift = Integer.SIZE - Integer.numberOfTrailingZeros(SMALLEST);
    private int size;

    /** An empty table. */
    public IdentityTable() {}

    /** The number of a known object, or -1 after the next number is given to a new one. */
    public int findOrAdd(Object object) {
        if (size <= FEW) {
            for (int i = 0; i < size; i++) {
                if (few[i] == object) {
                    return i;
                }
            }
            if (size < FEW) {
                few[size++] = object;
                return -1;
            }
            for (int i = 0; i < FEW; i++) {
                insert(few[i], i);
            }
        }
        return findOrInsert(object);
    }

    private int findOrInsert(Object object) {
        int mask = keys.length - 1;
        int slot = slot(object);
        for (Object key = keys[slot]; key != null; key = keys[slot]) {
            if (key == object) {
                return numbers[slot];
            }
            slot = slot + 1 & mask;
        }
        keys[slot] = object;
        numbers[slot] = size++;
        if (2 * size > keys.length) {
            grow();
        }
        return -1;
    }

    private int slot(Object object) {
        return System.identityHashCode(object) * 0x9E3779B9 >>> shift;
    }

    private void insert(Object object, int number) {
        int slot = slot(object);
        while (keys[slot] != null) {
            slot = slot + 1 & keys.length - 1;
        }
        keys[slot] = object;
        numbers[slot] = number;
    }

    private void grow() {
        Object[] oldKeys = keys;
        int[] oldNumbers = numbers;
        // Both are allocated first: the table stays whole when the memory does not suffice.
        Object[] newKeys = new Object[2 * oldKeys.length];
        numbers = new int[newKeys.length];
        keys = newKeys;
        shift--;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != null) {
                insert(oldKeys[i], oldNumbers[i]);
            }
        }
    }

    /** How many objects it has. */
    public int size() {
        return size;
    }

    /** Forgets all; a table much larger than its content is given back. */
    public void clear() {
        Arrays.fill(few, 0, Math.min(size, FEW), null);
        if (size >= FEW) {
            if (keys.length > LARGEST_KEPT || keys.length > SMALLEST && size < keys.length >> 4) {
                keys = new Object[SMALLEST];
                numbers = new int[SMALLEST];
                shift = Integer.SIZE - Integer.numberOfTrailingZeros(SMALLEST);
            } else {
                Arrays.fill(keys, null);
            }
        }
        size = 0;
    }
}
