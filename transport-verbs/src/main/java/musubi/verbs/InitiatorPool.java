package musubi.verbs;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;

/**
 * Lends a few initiators to many destinations. The one handed back last is lent first, so that few
 * are connected. A destination keeps its initiator while something of it is outstanding; when
 * others wait, only until it has posted its quota, so that nobody starves. Whoever finds none gets
 * in line. Used by one thread. Source: policies {@code dcs} and {@code dcs_quota} of UCX.
 */
final class InitiatorPool {
    private final QueuePair[] initiators;
    private final int[] free;
    private final int[] holders;
    private final int[] outstanding;
    private final int[] posted;
    private final int quota;
    private final Queue<Integer> waiting = new ArrayDeque<>();
    private int freeCount;

    /** A pool of these; the first is lent first. */
    InitiatorPool(List<QueuePair> all, int quota) {
        this.quota = quota;
        initiators = all.toArray(new QueuePair[0]);
        freeCount = initiators.length;
        free = new int[freeCount];
        holders = new int[freeCount];
        outstanding = new int[freeCount];
        posted = new int[freeCount];
        Arrays.fill(holders, -1);
        for (int i = 0; i < freeCount; i++) {
            free[i] = freeCount - 1 - i;
        }
    }

    /**
     * The initiator to post the next request of a destination (0 or more) to; null if it has to
     * wait, in line from now on, until {@link #next} names it.
     */
    QueuePair request(int destination) {
        int held = indexOf(destination);
        if (held >= 0 && (waiting.isEmpty() || posted[held] < quota)) {
            return initiators[held];
        }
        boolean isNext = freeCount > 0 && (waiting.isEmpty() || waiting.peek() == destination);
        if (isNext) {
            waiting.poll();
            return lend(held, destination);
        }
        if (!waiting.contains(destination)) {
            waiting.add(destination);
        }
        return null;
    }

    /** Starts a new quota, with the initiator that it has, if it has one. */
    private QueuePair lend(int held, int destination) {
        int lent = held;
        if (held < 0) {
            freeCount--;
            lent = free[freeCount];
            holders[lent] = destination;
        }
        posted[lent] = 0;
        return initiators[lent];
    }

    /** A request of a destination was posted. */
    void onPosted(int destination) {
        int held = indexOf(destination);
        posted[held]++;
        outstanding[held]++;
    }

    /** A request of a destination is complete; the last one hands the initiator back. */
    void onCompleted(int destination) {
        int held = indexOf(destination);
        outstanding[held]--;
        if (outstanding[held] == 0) {
            holders[held] = -1;
            free[freeCount] = held;
            freeCount++;
        }
    }

    /** The destination whose turn it is, or -1 if nobody waits or no initiator is free. */
    int next() {
        return freeCount == 0 || waiting.isEmpty() ? -1 : waiting.peek();
    }

    private int indexOf(int destination) {
        for (int i = 0; i < holders.length; i++) {
            if (holders[i] == destination) {
                return i;
            }
        }
        return -1;
    }
}
