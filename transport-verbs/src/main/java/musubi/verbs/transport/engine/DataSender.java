package musubi.verbs.transport.engine;

import musubi.verbs.adapter.HostChannelAdapter;
import musubi.verbs.adapter.InitiatorPool;
import musubi.verbs.adapter.QueuePair;
import musubi.verbs.memory.ProtectionDomain;
import musubi.verbs.transport.protocol.MessageHeader;
import musubi.verbs.work.CompletionStatus;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Sends messages to all peers with two initiators. A peer keeps its initiator while messages are in
 * flight, which preserves their order.
 */
final class DataSender implements SendChannel.Owner {
    private static final int INITIATORS = 2;

    /** Messages to one peer before a waiting peer gets the initiator. */
    private static final int QUOTA = 32;

    private final SendSlotPool slots;
    private final List<SendChannel> channels = new ArrayList<>();
    private final InitiatorPool pool;
    private final IntFunction<VerbsPeer> peers;
    private final PeerFailures failures;
    private RingNegotiation rings;

    /** {@code peers} returns a peer by its index. */
    DataSender(
            HostChannelAdapter adapter,
            ProtectionDomain domain,
            int buffers,
            IntFunction<VerbsPeer> peers,
            PeerFailures failures) {
        this.peers = peers;
        this.failures = failures;
        slots = new SendSlotPool(adapter, domain, buffers, MessageHeader.ENTRY_BYTES);
        List<QueuePair> initiators = new ArrayList<>();
        for (int i = 0; i < INITIATORS; i++) {
            QueuePair pair =
                    QueuePairSetup.initiator(adapter, domain, slots.completions(), buffers);
            initiators.add(pair);
            channels.add(new SendChannel(pair, slots, this));
        }
        pool = new InitiatorPool(initiators, QUOTA);
    }

    SendSlotPool slots() {
        return slots;
    }

    /** Sends a filled slot, at once or when an initiator is assigned. */
    void submit(VerbsPeer peer, SendSlot slot) {
        slot.peer = peer;
        slot.target = peer.data;
        peer.pending.add(slot);
        peer.onAccepted();
        pump(peer);
    }

    /** Connects the negotiation of rings, before the first send. */
    void connect(RingNegotiation negotiation) {
        rings = negotiation;
    }

    /**
     * Posts accepted messages: as writes to the peer's ring while it has room, else to an
     * initiator.
     */
    private void pump(VerbsPeer peer) {
        while (!peer.pending.isEmpty()) {
            SendSlot slot = peer.pending.first();
            RemoteRing ring = peer.remoteRing;
            boolean writes = ring != null && ring.isWritable(peer.sendLimit());
            slot.ring = null;
            if (writes) {
                ring.assignEntry(slot, slots.memory());
            }
            SendChannel channel = writes && ring.channel != null ? ring.channel : initiator(peer);
            if (channel == null || !channel.postFirst(peer.pending)) {
                return;
            }
            if (channel.isDynamic()) {
                pool.onPosted(peer.index);
            }
            if (writes) {
                ring.onPosted(MessageHeader.number(slots.memory(), slot.offset));
            }
        }
    }

    /** The channel of the peer's current initiator; null when it has to wait. */
    private SendChannel initiator(VerbsPeer peer) {
        QueuePair pair = pool.request(peer.index);
        if (pair == null) {
            return null;
        }
        return channels.get(0).pair() == pair ? channels.get(0) : channels.get(1);
    }

    /** Drops accepted messages of a lost peer. */
    void forget(VerbsPeer peer) {
        SendSlot slot;
        while ((slot = peer.pending.remove()) != null) {
            slots.release(slot);
            peer.onFinished();
        }
        pool.leave(peer.index);
    }

    /** Drops messages posted to a channel that is reset. */
    void abandon(SendChannel channel) {
        SlotList posted = channel.takeAll();
        SendSlot slot;
        while ((slot = posted.remove()) != null) {
            slot.peer.onFinished();
            slots.release(slot);
        }
    }

    @Override
    public void onSent(SendChannel channel, SendSlot slot) {
        VerbsPeer peer = slot.peer;
        peer.onFinished();
        peer.onSuccess();
        if (slot.ring != null) {
            slot.ring.onCompleted();
        }
        slots.release(slot);
        if (channel.isDynamic()) {
            pool.onCompleted(peer.index);
        }
        pump(peer);
        serveNext();
    }

    @Override
    public void onReturned(SendChannel channel, SlotList returned, CompletionStatus cause) {
        VerbsPeer peer = returned.first().peer;
        for (SendSlot slot = returned.first(); slot != null; slot = slot.next) {
            if (channel.isDynamic()) {
                pool.onCompleted(peer.index);
            }
            if (slot.ring != null) {
                slot.ring.onCompleted();
                rings.release(peer);
            }
        }
        peer.pending.addAllFirst(returned);
        if (failures.isGivenUp(peer, cause)) {
            forget(peer);
        }
        serveNext();
        pump(peer);
    }

    /** Assigns free initiators to waiting peers. */
    private void serveNext() {
        int next;
        while ((next = pool.next()) >= 0) {
            VerbsPeer peer = peers.apply(next);
            pump(peer);
            if (peer.pending.isEmpty()) {
                // Its messages may have taken another path meanwhile.
                pool.leave(next);
            } else if (pool.next() == next) {
                return;
            }
        }
    }
}
