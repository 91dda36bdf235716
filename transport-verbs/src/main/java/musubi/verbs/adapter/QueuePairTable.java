package musubi.verbs.adapter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The queue pairs of an adapter by number. Numbers are not used again, so late packets for a
 * destroyed one are dropped.
 */
final class QueuePairTable {
    private final int firstNumber;
    private final List<PollableQueuePair> all = new ArrayList<>();
    private PollableQueuePair[] byNumber = new PollableQueuePair[16];
    private boolean[] enlisted = new boolean[16];
    private int next;

    QueuePairTable(int firstNumber) {
        this.firstNumber = firstNumber;
    }

    /** The number that the next queue pair added gets. */
    int nextNumber() {
        return firstNumber + next;
    }

    void add(PollableQueuePair pair) {
        if (next == byNumber.length) {
            byNumber = Arrays.copyOf(byNumber, 2 * next);
            enlisted = Arrays.copyOf(enlisted, 2 * next);
        }
        byNumber[next] = pair;
        next++;
        all.add(pair);
    }

    void remove(PollableQueuePair pair) {
        byNumber[pair.number() - firstNumber] = null;
        all.remove(pair);
    }

    /** The queue pair with a number, or null. */
    PollableQueuePair find(int number) {
        int index = number - firstNumber;
        return index >= 0 && index < next ? byNumber[index] : null;
    }

    /** Marks a queue pair as waiting for its turn; false if it is marked already, or destroyed. */
    boolean markReady(int number) {
        int index = number - firstNumber;
        boolean added = byNumber[index] != null && !enlisted[index];
        enlisted[index] |= added;
        return added;
    }

    void clearReady(int number) {
        enlisted[number - firstNumber] = false;
    }

    List<PollableQueuePair> all() {
        return all;
    }

    long contextBytes() {
        long bytes = 0;
        for (PollableQueuePair pair : all) {
            bytes += pair.contextBytes();
        }
        return bytes;
    }
}
