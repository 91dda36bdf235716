package musubi.verbs.work;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.verbs.memory.AdapterContext;

import java.util.List;

/**
 * Where finished work appears, bounded. One completion too many kills it: {@link
 * AsyncEvent.Type#CQ_ERR}, and at the next {@code HostChannelAdapter.poll} every queue pair on it
 * goes to {@link musubi.verbs.state.QpState#ERR}. Owned by the adapter's thread. Verbs: {@code
 * struct ibv_cq}.
 */
public final class CompletionQueue {
    /** The adapter that the queue belongs to. */
    public interface Owner extends AdapterContext {
        /** The queue overran: the queue pairs on it fail. */
        void onOverrun(CompletionQueue queue);

        /** The queue is destroyed. */
        void remove(CompletionQueue queue);
    }

    private final Owner adapter;
    private final int number;
    private final int capacity;
    private final CompletionEntry[] ring;
    private CompletionChannel channel;
    private int head;
    private int size;
    private int users;
    private boolean overrun;
    private boolean armed;

    public CompletionQueue(Owner adapter, int number, int capacity) {
        this.adapter = adapter;
        this.number = number;
        this.capacity = capacity;
        ring = new CompletionEntry[capacity];
        for (int i = 0; i < capacity; i++) {
            ring[i] = new CompletionEntry();
        }
    }

    /**
     * Hands up to {@code limit} completions, oldest first, to a consumer; returns how many. Makes
     * no progress by itself and allocates nothing. Throws {@code ERR_OTHER} after an overrun.
     * Verbs: {@code ibv_poll_cq}.
     */
    public int poll(CompletionConsumer consumer, int limit) {
        requireAlive();
        int handed = 0;
        while (handed < limit && size > 0) {
            CompletionEntry entry = ring[head];
            entry.release();
            consumer.onCompletion(entry);
            head = (head + 1) % capacity;
            size--;
            handed++;
        }
        return handed;
    }

    /**
     * Moves up to {@code limit} completions, oldest first, to the end of {@code target}; returns
     * how many. Like {@link #poll(CompletionConsumer, int)} otherwise.
     */
    public int poll(List<WorkCompletion> target, int limit) {
        return poll(entry -> target.add(entry.copy()), limit);
    }

    /**
     * Asks for one event on the queue's channel when the next completion is added. Throws {@code
     * ERR_OTHER} if it was made without a channel. Verbs: {@code ibv_req_notify_cq}.
     */
    public void requestNotify() {
        if (channel == null) {
            throw new MpiFailure(
                    ErrorClass.OTHER,
                    "completion queue has no channel: number="
                            + number
                            + "; make it with a completion channel");
        }
        armed = true;
    }

    private void requireAlive() {
        if (overrun) {
            throw new MpiFailure(
                    ErrorClass.OTHER,
                    "completion queue overran and is dead: number="
                            + number
                            + " capacity="
                            + capacity
                            + "; close its queue pairs and make a larger one");
        }
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
        if (channel != null) {
            channel.forget(this);
        }
        adapter.remove(this);
    }

    public Owner adapter() {
        return adapter;
    }

    public void addUser() {
        users++;
    }

    public void removeUser() {
        users--;
    }

    /** Where events go. */
    public void channel(CompletionChannel newChannel) {
        channel = newChannel;
    }

    public int capacity() {
        return capacity;
    }

    /** The next place, to be filled in at once; null if the queue is dead, or dies of this. */
    public CompletionEntry claim() {
        if (overrun) {
            return null;
        }
        if (size == capacity) {
            overrun = true;
            adapter.onOverrun(this);
            return null;
        }
        if (armed) {
            armed = false;
            channel.add(this);
        }
        size++;
        return ring[(head + size - 1) % capacity];
    }

    /** Drops what a queue pair left, when it is reset or closed. */
    public void forget(int queuePairNumber) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            CompletionEntry entry = ring[(head + i) % capacity];
            if (entry.queuePairNumber() != queuePairNumber) {
                int place = (head + kept) % capacity;
                ring[(head + i) % capacity] = ring[place];
                ring[place] = entry;
                kept++;
            }
        }
        size = kept;
    }
}
