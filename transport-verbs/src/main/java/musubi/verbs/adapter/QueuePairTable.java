package musubi.verbs.adapter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The queue pairs of an adapter by number. Numbers are not used again, so that late packets for one
 * that is gone find nobody.
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

    /** The number of the next one that is added. */
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

    /** The one with the number, or null. */
    PollableQueuePair find(int number) {
        int index = number - firstNumber;
        return index >= 0 && index < next ? byNumber[index] : null;
    }

    /** Notes that it waits for a turn; false if it did already, or is gone. */
    boolean markReady(int number) {
        int index = number - firstNumber;
        boolean news = byNumber[index] != null && !enlisted[index];
        enlisted[index] |= news;
        return news;
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
