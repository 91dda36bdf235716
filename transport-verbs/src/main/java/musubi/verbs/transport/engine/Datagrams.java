package musubi.verbs.transport.engine;

import musubi.verbs.adapter.HostChannelAdapter;
import musubi.verbs.adapter.QueuePair;
import musubi.verbs.memory.ProtectionDomain;
import musubi.verbs.transport.protocol.ControlDatagram;
import musubi.verbs.work.AddressHandle;
import musubi.verbs.work.CompletionStatus;

import java.lang.foreign.MemorySegment;
import java.util.function.IntConsumer;

/**
 * Short messages to any peer beside the data, over an initiator, a target and receive buffers of
 * their own. Delivered at least once, in order for each peer.
 */
final class Datagrams implements SendChannel.Owner {
    private static final int SENDS = 64;

    private final SendSlotPool slots;
    private final ReceiveBuffers receives;
    private SendChannel channel;
    private final PeerFailures failures;
    private final SlotList waiting = new SlotList();

    Datagrams(
            HostChannelAdapter adapter,
            ProtectionDomain domain,
            int buffers,
            IntConsumer arrival,
            PeerFailures failures) {
        this.failures = failures;
        receives = new ReceiveBuffers(adapter, domain, buffers, ControlDatagram.BYTES, arrival);
        slots = new SendSlotPool(adapter, domain, SENDS, ControlDatagram.BYTES);
    }

    /** Creates the initiator, after all targets. */
    void open(HostChannelAdapter adapter, ProtectionDomain domain) {
        QueuePair pair = QueuePairSetup.initiator(adapter, domain, slots.completions(), SENDS);
        channel = new SendChannel(pair, slots, this);
    }

    ReceiveBuffers receives() {
        return receives;
    }

    /** Memory of the send slots. */
    MemorySegment memory() {
        return slots.memory();
    }

    /** A slot to be filled and sent at once; null when there is none. */
    SendSlot take() {
        return slots.take();
    }

    void send(SendSlot slot, VerbsPeer peer, AddressHandle target) {
        slot.peer = peer;
        slot.target = target;
        slot.bytes = ControlDatagram.BYTES;
        waiting.add(slot);
        post();
    }

    /** There is room for all slots in the queue, but not while it fails. */
    private void post() {
        while (!waiting.isEmpty() && channel.postFirst(waiting)) {
            // The loop has done it.
        }
    }

    /** Whether datagrams to present peers are in flight. */
    boolean hasUndelivered() {
        return channel.hasUndelivered() || waiting.hasUndelivered();
    }

    /** Looks what has been sent and what has come. */
    void poll() {
        slots.poll();
        receives.poll();
        post();
    }

    @Override
    public void onSent(SendChannel from, SendSlot slot) {
        slot.peer.onSuccess();
        slots.release(slot);
    }

    /** The peer that does not answer gets its messages after the others theirs. */
    @Override
    public void onReturned(SendChannel from, SlotList returned, CompletionStatus cause) {
        VerbsPeer silent = returned.first().peer;
        boolean gone = failures.isGivenUp(silent, cause);
        SlotList last = new SlotList();
        returned.addAll(waiting);
        SendSlot slot;
        while ((slot = returned.remove()) != null) {
            if (slot.peer != silent) {
                waiting.add(slot);
            } else if (gone) {
                slots.release(slot);
            } else {
                last.add(slot);
            }
        }
        waiting.addAll(last);
        post();
    }
}
