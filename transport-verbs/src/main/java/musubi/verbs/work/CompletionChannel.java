package musubi.verbs.work;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Events of armed completion queues. The adapter has no thread, so nothing waits here: poll the
 * adapter, then the channel. Created by {@link
 * musubi.verbs.adapter.HostChannelAdapter#createCompletionChannel}; owned by the adapter's thread.
 * Verbs: {@code struct ibv_comp_channel}.
 */
public final class CompletionChannel {
    private final Deque<CompletionQueue> events = new ArrayDeque<>();

    public CompletionChannel() {}

    /**
     * The queue of the oldest event not yet fetched. It must be armed again for another event.
     * Verbs: {@code ibv_get_cq_event} and {@code ibv_ack_cq_events}.
     */
    public Optional<CompletionQueue> pollEvent() {
        return Optional.ofNullable(events.poll());
    }

    void add(CompletionQueue queue) {
        events.add(queue);
    }

    void forget(CompletionQueue queue) {
        events.remove(queue);
    }
}
