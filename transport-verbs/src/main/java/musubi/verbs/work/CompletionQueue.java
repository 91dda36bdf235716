package musubi.verbs.work;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.verbs.memory.AdapterContext;

import java.util.List;
import java.util.function.Consumer;

/**
 * A bounded queue of completions. An overrun is fatal: {@link AsyncEvent.Type#CQ_ERR}, and at the
 * next {@code HostChannelAdapter.poll} every queue pair on it goes to {@link
 * musubi.verbs.state.QpState#ERR}. Owned by the adapter's thread. Verbs: {@code struct ibv_cq}.
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
     * Passes up to {@code limit} completions, oldest first, to a consumer; returns their number.
     * The consumer may post, but neither keeps an entry nor polls the same queue. Makes no progress
     * of the adapter and allocates nothing. Throws {@code ERR_OTHER} after an overrun. Verbs:
     * {@code ibv_poll_cq}.
     */
    public int poll(Consumer<CompletionEntry> consumer, int limit) {
        requireAlive();
        int handed = 0;
        while (handed < limit && size > 0) {
            CompletionEntry entry = ring[head];
            entry.release();
            consumer.accept(entry);
            head = (head + 1) % capacity;
            size--;
            handed++;
        }
        return handed;
    }

    /**
     * Appends up to {@code limit} completions, oldest first, to {@code target}; returns their
     * number. Like {@link #poll(Consumer, int)} otherwise.
     */
    public int poll(List<WorkCompletion> target, int limit) {
        return poll(entry -> target.add(entry.copy()), limit);
    }

    /**
     * Requests one event on the queue's channel for the next completion. Throws {@code ERR_OTHER}
     * if the queue was created without a channel. Verbs: {@code ibv_req_notify_cq}.
     */
    public void requestNotify() {
        if (channel == null) {
            throw new MpiFailure(ErrorClass.OTHER, "completion queue has no channel")
                    .with("number", number)
                    .advice("make it with a completion channel");
        }
        armed = true;
    }

    private void requireAlive() {
        if (overrun) {
            throw new MpiFailure(ErrorClass.OTHER, "completion queue has overrun")
                    .with("number", number)
                    .with("capacity", capacity)
                    .advice("close its queue pairs and make a larger one");
        }
    }

    /** The number in {@link AsyncEvent}. */
    public int number() {
        return number;
    }

    /** Whether the queue has overrun. */
    public boolean isOverrun() {
        return overrun;
    }

    /**
     * Destroys the queue. Throws {@code ERR_OTHER} while a queue pair uses it. Verbs: {@code
     * ibv_destroy_cq}.
     */
    public void close() {
        if (users > 0) {
            throw new MpiFailure(ErrorClass.OTHER, "completion queue is in use")
                    .with("number", number)
                    .with("users", users)
                    .advice("close its queue pairs first");
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

    /** Sets the channel for events. */
    public void channel(CompletionChannel newChannel) {
        channel = newChannel;
    }

    public int capacity() {
        return capacity;
    }

    /** The next entry, to be filled in at once; null if the queue has overrun, or overruns now. */
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

    /** Discards the completions of a queue pair that is reset or destroyed. */
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
