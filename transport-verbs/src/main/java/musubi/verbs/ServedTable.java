package musubi.verbs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The queue pairs of an adapter by number. Numbers are not used again, so that late packets for one
 * that is gone find nobody.
 */
final class ServedTable {
    private final int firstNumber;
    private final List<ServedQueuePair> all = new ArrayList<>();
    private ServedQueuePair[] byNumber = new ServedQueuePair[16];
    private boolean[] enlisted = new boolean[16];
    private int next;

    ServedTable(int firstNumber) {
        this.firstNumber = firstNumber;
    }

    /** The number of the next one that is added. */
    int nextNumber() {
        return firstNumber + next;
    }

    void add(ServedQueuePair pair) {
        if (next == byNumber.length) {
            byNumber = Arrays.copyOf(byNumber, 2 * next);
            enlisted = Arrays.copyOf(enlisted, 2 * next);
        }
        byNumber[next] = pair;
        next++;
        all.add(pair);
    }

    void remove(ServedQueuePair pair) {
        byNumber[pair.number() - firstNumber] = null;
        all.remove(pair);
    }

    /** The one with the number, or null. */
    ServedQueuePair find(int number) {
        int index = number - firstNumber;
        return index >= 0 && index < next ? byNumber[index] : null;
    }

    /** Notes that it waits for a turn; false if it did already, or is gone. */
    boolean enlist(int number) {
        int index = number - firstNumber;
        boolean news = byNumber[index] != null && !enlisted[index];
        enlisted[index] |= news;
        return news;
    }

    void delist(int number) {
        enlisted[number - firstNumber] = false;
    }

    List<ServedQueuePair> all() {
        return all;
    }

    long contextBytes() {
        long bytes = 0;
        for (ServedQueuePair pair : all) {
            bytes += pair.contextBytes();
        }
        return bytes;
    }
}
