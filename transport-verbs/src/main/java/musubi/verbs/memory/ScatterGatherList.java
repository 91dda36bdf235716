package musubi.verbs.memory;

import java.util.Arrays;
import java.util.List;

/**
 * Pieces of registered memory, in order, as a work request names them. Mutable, so that a request
 * can be used again without allocation; grows when needed. Used by one thread.
 */
public final class ScatterGatherList {
    private long[] addresses;
    private int[] lengths;
    private int[] keys;
    private int size;
    private long totalBytes;

    /** An empty list of a capacity in entries. */
    public ScatterGatherList(int capacity) {
        addresses = new long[capacity];
        lengths = new int[capacity];
        keys = new int[capacity];
    }

    /** A list of these pieces. */
    public static ScatterGatherList of(List<ScatterGatherEntry> entries) {
        ScatterGatherList list = new ScatterGatherList(entries.size());
        entries.forEach(e -> list.add(e.address(), e.lengthBytes(), e.localKey()));
        return list;
    }

    /** Number of pieces. */
    public int size() {
        return size;
    }

    /** Sum of the lengths. */
    public long totalBytes() {
        return totalBytes;
    }

    public void clear() {
        size = 0;
        totalBytes = 0;
    }

    public void add(long address, int lengthBytes, int localKey) {
        if (size == addresses.length) {
            int larger = Math.max(1, 2 * size);
            addresses = Arrays.copyOf(addresses, larger);
            lengths = Arrays.copyOf(lengths, larger);
            keys = Arrays.copyOf(keys, larger);
        }
        addresses[size] = address;
        lengths[size] = lengthBytes;
        keys[size] = localKey;
        size++;
        totalBytes += lengthBytes;
    }

    public void copyFrom(ScatterGatherList other) {
        clear();
        for (int i = 0; i < other.size; i++) {
            add(other.addresses[i], other.lengths[i], other.keys[i]);
        }
    }

    long address(int index) {
        return addresses[index];
    }

    int lengthBytes(int index) {
        return lengths[index];
    }

    int localKey(int index) {
        return keys[index];
    }
}
