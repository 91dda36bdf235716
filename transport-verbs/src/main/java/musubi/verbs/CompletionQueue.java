package musubi.verbs;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Where finished work appears, bounded. One completion too many kills it: {@link
 * AsyncEvent.Type#CQ_ERR}, and at the next {@link HostChannelAdapter#poll} every queue pair on it
 * goes to {@link QpState#ERR}. Owned by the adapter's thread. Verbs: {@code struct ibv_cq}.
 */
public final class CompletionQueue {
    private final HostChannelAdapter adapter;
    private final int number;
    private final int capacity;
    private final Deque<Entry> entries = new ArrayDeque<>();
    private int users;
    private boolean overrun;

    /** A completion and the send queue slots that come free when the program has seen it. */
    private record Entry(WorkCompletion completion, SendQueue owner, int slots) {}

    CompletionQueue(HostChannelAdapter adapter, int number, int capacity) {
        this.adapter = adapter;
        this.number = number;
        this.capacity = capacity;
    }

    /**
     * Moves up to {@code limit} completions, oldest first, to the end of {@code target}; returns
     * how many. Makes no progress by itself. Throws {@code ERR_OTHER} after an overrun. Verbs:
     * {@code ibv_poll_cq}.
     */
    public int poll(List<WorkCompletion> target, int limit) {
        if (overrun) {
            throw new MpiFailure(
                    ErrorClass.OTHER,
                    "completion queue overran and is dead: number="
                            + number
                            + " capacity="
                            + capacity
                            + "; close its queue pairs and make a larger one");
        }
        int moved = 0;
        while (moved < limit && !entries.isEmpty()) {
            Entry entry = entries.remove();
            if (entry.owner() != null) {
                entry.owner().release(entry.slots());
            }
            target.add(entry.completion());
            moved++;
        }
        return moved;
    }

    /** The number that {@link AsyncEvent} carries. */
    public int number() {
        return number;
    }

    /** Whether it overran. */
    public boolean isOverrun() {
        return overrun;
    }

    /**
     * Frees the queue. Throws {@code ERR_OTHER} while a queue pair uses it. Verbs: {@code
     * ibv_destroy_cq}.
     */
    public void close() {
        if (users > 0) {
            throw new MpiFailure(
                    ErrorClass.OTHER,
                    "completion queue is in use: number="
                            + number
                            + " users="
                            + users
                            + "; close its queue pairs first");
        }
    }

    HostChannelAdapter adapter() {
        return adapter;
    }

    void addUser() {
        users++;
    }

    void removeUser() {
        users--;
    }

    void pushReceive(WorkCompletion completion) {
        push(new Entry(completion, null, 0));
    }

    void pushSend(WorkCompletion completion, SendQueue owner, int slots) {
        push(new Entry(completion, owner, slots));
    }

    /** Drops what a queue pair left, when it is reset or closed. */
    void forget(int queuePairNumber) {
        entries.removeIf(entry -> entry.completion().queuePairNumber() == queuePairNumber);
    }

    private void push(Entry entry) {
        if (overrun) {
            return;
        }
        if (entries.size() == capacity) {
            overrun = true;
            adapter.onOverrun(this);
            return;
        }
        entries.add(entry);
    }
}
