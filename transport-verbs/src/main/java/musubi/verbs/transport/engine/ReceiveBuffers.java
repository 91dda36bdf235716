package musubi.verbs.transport.engine;

import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.verbs.adapter.HostChannelAdapter;
import musubi.verbs.adapter.SharedReceiveQueue;
import musubi.verbs.memory.AccessFlag;
import musubi.verbs.memory.MemoryRegion;
import musubi.verbs.memory.ProtectionDomain;
import musubi.verbs.memory.ScatterGatherEntry;
import musubi.verbs.work.CompletionConsumer;
import musubi.verbs.work.CompletionEntry;
import musubi.verbs.work.CompletionQueue;
import musubi.verbs.work.CompletionStatus;
import musubi.verbs.work.ReceiveWorkRequest;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.function.IntConsumer;

/**
 * Buffers of one size that all sources send to: their number does not depend on how many sources
 * there are. A buffer that has got a message is the caller's until {@link #repost}.
 */
@Accounted(Component.BUFFERS)
final class ReceiveBuffers {
    private final MemorySegment memory;
    private final int bytes;
    private final SharedReceiveQueue queue;
    private final CompletionQueue completions;
    private final ReceiveWorkRequest[] requests;
    private final IntConsumer arrival;
    private final CompletionConsumer consumer = this::onCompletion;

    /** Buffers, posted; {@code arrival} gets the number of each that a message has come to. */
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
        // Each buffer that is not posted has at most one completion.
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

    /** Where a buffer starts in the memory. */
    long offset(int buffer) {
        return (long) buffer * bytes;
    }

    /** Looks what has come. */
    void poll() {
        completions.poll(consumer, Integer.MAX_VALUE);
    }

    /** Gives a buffer back to the adapter. */
    void repost(int buffer) {
        queue.post(requests[buffer]);
    }

    private void onCompletion(CompletionEntry entry) {
        int buffer = (int) entry.workRequestId();
        if (entry.status() == CompletionStatus.SUCCESS) {
            arrival.accept(buffer);
        } else {
            // The initiator has broken off; it will send this again.
            repost(buffer);
        }
    }
}
