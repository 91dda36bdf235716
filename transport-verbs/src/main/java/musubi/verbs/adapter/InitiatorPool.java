package musubi.verbs.adapter;

import org.agrona.collections.IntArrayList;

import java.util.Arrays;
import java.util.List;

/**
 * Assigns a few initiators to many destinations, most recently used first, so that few are
 * connected. A destination keeps its initiator while requests are outstanding; when others wait,
 * only until it has posted its quota, so none starves. Without a free initiator a destination is
 * queued. Used by one thread. Source: policies {@code dcs} and {@code dcs_quota} of UCX.
 */
public final class InitiatorPool {
    private final QueuePair[] initiators;
    private final IntArrayList free = new IntArrayList();
    private final int[] holders;
    private final int[] outstanding;
    private final int[] posted;
    private final int quota;
    private final IntArrayList waiting = new IntArrayList();

    /** A pool of initiators; the first is assigned first. */
    public InitiatorPool(List<QueuePair> all, int quota) {
        this.quota = quota;
        initiators = all.toArray(new QueuePair[0]);
        holders = new int[initiators.length];
        outstanding = new int[initiators.length];
        posted = new int[initiators.length];
        Arrays.fill(holders, -1);
        for (int i = initiators.length - 1; i >= 0; i--) {
            free.pushInt(i);
        }
    }

    /**
     * The initiator to post the next request of a destination (0 or more) to; null if it has to
     * wait: it is queued until {@link #next} returns it.
     */
    public QueuePair request(int destination) {
        int held = indexOf(destination);
        if (held >= 0 && (waiting.isEmpty() || posted[held] < quota)) {
            return initiators[held];
        }
        if (!free.isEmpty() && (waiting.isEmpty() || waiting.getInt(0) == destination)) {
            leave(destination);
            return assign(held, destination);
        }
        if (!waiting.containsInt(destination)) {
            waiting.addInt(destination);
        }
        return null;
    }

    /** Removes a destination from the queue, if it waits. */
    public void leave(int destination) {
        waiting.removeInt(destination);
    }

    /** Starts a new quota, with the current initiator if there is one. */
    private QueuePair assign(int held, int destination) {
        int assigned = held;
        if (held < 0) {
            assigned = free.popInt();
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
            free.pushInt(held);
        }
    }

    /** The destination whose turn it is, or -1 if none waits or no initiator is free. */
    public int next() {
        return free.isEmpty() || waiting.isEmpty() ? -1 : waiting.getInt(0);
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
