package musubi.verbs;

import java.util.Arrays;

/**
 * The results of the latest atomics, so that one whose answer was lost is answered again and not
 * done again. As many as the peer may have under way.
 */
final class AtomicResults {
    private static final int EMPTY = -1;

    private final int[] psns;
    private final long[] values;
    private int next;

    AtomicResults(int capacity) {
        psns = new int[capacity];
        values = new long[capacity];
        clear();
    }

    void put(int psn, long value) {
        psns[next] = psn;
        values[next] = value;
        next = (next + 1) % psns.length;
    }

    void clear() {
        Arrays.fill(psns, EMPTY);
    }

    boolean has(int psn) {
        return indexOf(psn) >= 0;
    }

    /** The result of an atomic that is there. */
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
