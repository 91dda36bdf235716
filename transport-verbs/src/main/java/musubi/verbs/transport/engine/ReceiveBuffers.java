package musubi.verbs.transport.engine;

import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.verbs.adapter.HostChannelAdapter;
import musubi.verbs.adapter.SharedReceiveQueue;
import musubi.verbs.memory.AccessFlag;
import musubi.verbs.memory.MemoryRegion;
import musubi.verbs.memory.ProtectionDomain;
import musubi.verbs.memory.ScatterGatherEntry;
import musubi.verbs.work.CompletionEntry;
import musubi.verbs.work.CompletionQueue;
import musubi.verbs.work.CompletionStatus;
import musubi.verbs.work.ReceiveWorkRequest;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Buffers of one size, shared by all sources: their number is independent of the number of sources.
 * A filled buffer belongs to the caller until {@link #repost}.
 */
@Accounted(Component.BUFFERS)
final class ReceiveBuffers {
    private final MemorySegment memory;
    private final int bytes;
    private final SharedReceiveQueue queue;
    private final CompletionQueue completions;
    private final ReceiveWorkRequest[] requests;
    private final IntConsumer arrival;
    private final Consumer<CompletionEntry> consumer = this::onCompletion;

    /** Posted buffers; {@code arrival} receives the number of each filled one. */
    ReceiveBuffers(
            HostChannelAdapter adapter,
            ProtectionDomain domain,
            int count,
            int bytes,
            IntConsumer arrival) {
        this.bytes = bytes;
        this.arrival = arrival;
        memory = Arena.ofAuto().allocate((long) count * bytes, Long.BYTES);
        MemoryRegion region = domain.register(memory, EnumSet.of(AccessFlag.LOCAL_WRITE));
        queue = adapter.createSharedReceiveQueue(domain, count, 1);
        // Each buffer has at most one completion.
        completions = adapter.createCompletionQueue(count);
        requests = new ReceiveWorkRequest[count];
        for (int i = 0; i < count; i++) {
            long address = region.address() + offset(i);
            requests[i] =
                    ReceiveWorkRequest.of(
                            i, new ScatterGatherEntry(address, bytes, region.localKey()));
            queue.post(requests[i]);
        }
    }

    int count() {
        return requests.length;
    }

    SharedReceiveQueue queue() {
        return queue;
    }

    CompletionQueue completions() {
        return completions;
    }

    MemorySegment memory() {
        return memory;
    }

    /** Offset of a buffer in the memory. */
    long offset(int buffer) {
        return (long) buffer * bytes;
    }

    /** Handles completions. */
    void poll() {
        completions.poll(consumer, Integer.MAX_VALUE);
    }

    /** Returns a buffer to the adapter. */
    void repost(int buffer) {
        queue.post(requests[buffer]);
    }

    private void onCompletion(CompletionEntry entry) {
        int buffer = (int) entry.workRequestId();
        if (entry.status() == CompletionStatus.SUCCESS) {
            arrival.accept(buffer);
        } else {
            // The initiator has reconnected and retransmits the message.
            repost(buffer);
        }
    }
}
