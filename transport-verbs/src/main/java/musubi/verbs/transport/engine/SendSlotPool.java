package musubi.verbs.transport.engine;

import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.verbs.adapter.HostChannelAdapter;
import musubi.verbs.memory.MemoryRegion;
import musubi.verbs.memory.ProtectionDomain;
import musubi.verbs.work.CompletionEntry;
import musubi.verbs.work.CompletionQueue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.function.Consumer;

/** A bounded pool of registered send buffers, with their completion queue. */
@Accounted(Component.BUFFERS)
final class SendSlotPool {
    private final SendSlot[] all;
    private final SlotList free = new SlotList();
    private final MemorySegment memory;
    private final MemoryRegion region;
    private final CompletionQueue completions;
    private final Consumer<CompletionEntry> consumer = this::onCompletion;
    private final Deque<SendChannel> failed = new ArrayDeque<>();

    SendSlotPool(HostChannelAdapter adapter, ProtectionDomain domain, int count, int bytes) {
        memory = Arena.ofAuto().allocate((long) count * bytes, Long.BYTES);
        region = domain.register(memory, Set.of());
        // After a failure, retransmitted slots may complete beside those that failed.
        completions = adapter.createCompletionQueue(2 * count);
        all = new SendSlot[count];
        for (int i = 0; i < count; i++) {
            all[i] = new SendSlot(i, (long) i * bytes);
            free.add(all[i]);
        }
    }

    int count() {
        return all.length;
    }

    MemorySegment memory() {
        return memory;
    }

    CompletionQueue completions() {
        return completions;
    }

    boolean isEmpty() {
        return free.isEmpty();
    }

    /** Takes a free slot; null when there is none. */
    SendSlot take() {
        return free.remove();
    }

    void release(SendSlot slot) {
        slot.peer = null;
        slot.channel = null;
        slot.ring = null;
        free.add(slot);
    }

    long address(SendSlot slot) {
        return region.address() + slot.offset;
    }

    int localKey() {
        return region.localKey();
    }

    /** Handles completions; restarts channels that failed. */
    void poll() {
        completions.poll(consumer, Integer.MAX_VALUE);
        SendChannel broken;
        while ((broken = failed.poll()) != null) {
            broken.restart();
        }
    }

    private void onCompletion(CompletionEntry entry) {
        SendSlot slot = all[(int) entry.workRequestId()];
        SendChannel channel = slot.channel;
        if (channel != null && channel.onCompletion(slot, entry.status())) {
            // The queue pair must not be reset while its completions are polled.
            failed.add(channel);
        }
    }
}
