package musubi.verbs.adapter;

import java.util.Arrays;
import java.util.List;

/**
 * Assigns a few initiators to many destinations, most recently used first, so that few are
 * connected. A destination keeps its initiator while requests are outstanding; when others wait,
 * only until it has posted its quota, so none starves. Without a free initiator a destination is
 * queued. Used by one thread. Source: policies {@code dcs} and {@code dcs_quota} of UCX.
 */
public final class InitiatorPool {
    private static final int FIRST_WAITING = 16;

    private final QueuePair[] initiators;
    private final int[] free;
    private final int[] holders;
    private final int[] outstanding;
    private final int[] posted;
    private final int quota;
    private int[] waiting = new int[FIRST_WAITING];
    private int firstWaiting;
    private int waitingCount;
    private int freeCount;

    /** A pool of initiators; the first is assigned first. */
    public InitiatorPool(List<QueuePair> all, int quota) {
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
     * wait: it is queued until {@link #next} returns it.
     */
    public QueuePair request(int destination) {
        int held = indexOf(destination);
        if (held >= 0 && (waitingCount == 0 || posted[held] < quota)) {
            return initiators[held];
        }
        if (freeCount > 0 && (waitingCount == 0 || waiting[firstWaiting] == destination)) {
            leave(destination);
            return assign(held, destination);
        }
        if (placeInLine(destination) < 0) {
            join(destination);
        }
        return null;
    }

    /** Removes a destination from the queue, if it waits. */
    public void leave(int destination) {
        int place = placeInLine(destination);
        if (place == 0) {
            firstWaiting = (firstWaiting + 1) % waiting.length;
        }
        for (int i = place; i > 0 && i < waitingCount - 1; i++) {
            waiting[at(i)] = waiting[at(i + 1)];
        }
        waitingCount -= place < 0 ? 0 : 1;
    }

    private void join(int destination) {
        if (waitingCount == waiting.length) {
            int[] longer = new int[2 * waitingCount];
            for (int i = 0; i < waitingCount; i++) {
                longer[i] = waiting[at(i)];
            }
            waiting = longer;
            firstWaiting = 0;
        }
        waiting[at(waitingCount)] = destination;
        waitingCount++;
    }

    private int placeInLine(int destination) {
        for (int i = 0; i < waitingCount; i++) {
            if (waiting[at(i)] == destination) {
                return i;
            }
        }
        return -1;
    }

    private int at(int place) {
        return (firstWaiting + place) % waiting.length;
    }

    /** Starts a new quota, with the current initiator if there is one. */
    private QueuePair assign(int held, int destination) {
        int assigned = held;
        if (held < 0) {
            freeCount--;
            assigned = free[freeCount];
            holders[assigned] = destination;
        }
        posted[assigned] = 0;
        return initiators[assigned];
    }

    /** A request of a destination was posted. */
    public void onPosted(int destination) {
        int held = indexOf(destination);
        posted[held]++;
        outstanding[held]++;
    }

    /** A request of a destination is complete; the last one releases the initiator. */
    public void onCompleted(int destination) {
        int held = indexOf(destination);
        outstanding[held]--;
        if (outstanding[held] == 0) {
            holders[held] = -1;
            free[freeCount] = held;
            freeCount++;
        }
    }

    /** The destination whose turn it is, or -1 if none waits or no initiator is free. */
    public int next() {
        return freeCount == 0 || waitingCount == 0 ? -1 : waiting[firstWaiting];
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
