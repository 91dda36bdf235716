package musubi.verbs.adapter;

import java.util.Arrays;

/**
 * Results of the latest atomics, as many as the peer may have in flight: a retransmitted atomic
 * gets the recorded result. Allocates nothing before the first one.
 */
final class AtomicResults {
    private static final int EMPTY = -1;

    private final int capacity;
    private int[] psns = {};
    private long[] values = {};
    private int next;

    AtomicResults(int capacity) {
        this.capacity = capacity;
    }

    void put(int psn, long value) {
        if (psns.length == 0) {
            psns = new int[capacity];
            values = new long[capacity];
            clear();
        }
        psns[next] = psn;
        values[next] = value;
        next = (next + 1) % psns.length;
    }

    void clear() {
        Arrays.fill(psns, EMPTY);
    }

    boolean contains(int psn) {
        return indexOf(psn) >= 0;
    }

    /** The result of a recorded atomic. */
    long get(int psn) {
        return values[indexOf(psn)];
    }

    private int indexOf(int psn) {
        for (int i = 0; i < psns.length; i++) {
            if (psns[i] == psn) {
                return i;
            }
        }
        return -1;
    }
}
