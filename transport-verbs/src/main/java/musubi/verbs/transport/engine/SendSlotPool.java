package musubi.verbs.transport.engine;

import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.verbs.adapter.HostChannelAdapter;
import musubi.verbs.memory.MemoryRegion;
import musubi.verbs.memory.ProtectionDomain;
import musubi.verbs.work.CompletionConsumer;
import musubi.verbs.work.CompletionEntry;
import musubi.verbs.work.CompletionQueue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/** A bounded pool of registered send buffers, with the queue that tells what has been sent. */
@Accounted(Component.BUFFERS)
final class SendSlotPool {
    private final SendSlot[] all;
    private final SlotList free = new SlotList();
    private final MemorySegment memory;
    private final MemoryRegion region;
    private final CompletionQueue completions;
    private final CompletionConsumer consumer = this::onCompletion;
    private final Deque<SendChannel> failed = new ArrayDeque<>();

    SendSlotPool(HostChannelAdapter adapter, ProtectionDomain domain, int count, int bytes) {
        memory = Arena.ofAuto().allocate((long) count * bytes, Long.BYTES);
        region = domain.register(memory, Set.of());
        // What is sent again after a failure may complete beside what failed.
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

    /** A slot of the caller; null when all are on their way. */
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

    /** Looks what has been sent or has failed. */
    void poll() {
        completions.poll(consumer, Integer.MAX_VALUE);
        SendChannel broken;
        while ((broken = failed.poll()) != null) {
            broken.restart();
        }
    }

    private void onCompletion(CompletionEntry entry) {
        SendSlot slot = all[(int) entry.workRequestId()];
        SendChannel lane = slot.channel;
        if (lane != null && lane.onCompletion(slot, entry.status())) {
            // The queue pair is not to be touched while its completions are polled.
            failed.add(lane);
        }
    }
}
