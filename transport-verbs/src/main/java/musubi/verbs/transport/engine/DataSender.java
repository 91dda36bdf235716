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
 * Sends messages to all peers with two initiators. A peer keeps its initiator as long as something
 * for it is on the way, so its messages stay in order.
 */
final class DataSender implements SendChannel.Owner {
    private static final int INITIATORS = 2;

    /** Messages for one peer before another one that waits gets the initiator. */
    private static final int QUOTA = 32;

    private final SendSlotPool slots;
    private final List<SendChannel> lanes = new ArrayList<>();
    private final InitiatorPool pool;
    private final IntFunction<VerbsPeer> peers;
    private final PeerFailures failures;
    private RingNegotiation rings;

    /** {@code peers} gives a peer by its index. */
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
            lanes.add(new SendChannel(pair, slots, this));
        }
        pool = new InitiatorPool(initiators, QUOTA);
    }

    SendSlotPool slots() {
        return slots;
    }

    /** Sends a filled slot, now or in its turn. */
    void submit(VerbsPeer peer, SendSlot slot) {
        slot.peer = peer;
        slot.target = peer.data;
        peer.pending.add(slot);
        peer.onAccepted();
        pump(peer);
    }

    /** Says who agrees about rings; before anything is sent. */
    void connect(RingNegotiation agreements) {
        rings = agreements;
    }

    /** Posts what is accepted: to the peer's ring, as long as there is room, or to an initiator. */
    private void pump(VerbsPeer peer) {
        while (!peer.pending.isEmpty()) {
            SendSlot slot = peer.pending.first();
            RemoteRing ring = peer.remoteRing;
            boolean writes = ring != null && ring.isWritable(peer.sendLimit());
            slot.ring = null;
            if (writes) {
                ring.assignEntry(slot, slots.memory());
            }
            SendChannel lane = writes && ring.channel != null ? ring.channel : initiator(peer);
            if (lane == null || !lane.postFirst(peer.pending)) {
                return;
            }
            if (lane.isDynamic()) {
                pool.onPosted(peer.index);
            }
            if (writes) {
                ring.onPosted(MessageHeader.number(slots.memory(), slot.offset));
            }
        }
    }

    /** The lane of the initiator that the peer has now; null when it has to wait. */
    private SendChannel initiator(VerbsPeer peer) {
        QueuePair pair = pool.request(peer.index);
        if (pair == null) {
            return null;
        }
        return lanes.get(0).pair() == pair ? lanes.get(0) : lanes.get(1);
    }

    /** Forgets what is for a peer that is gone. */
    void forget(VerbsPeer peer) {
        SendSlot slot;
        while ((slot = peer.pending.remove()) != null) {
            slots.release(slot);
            peer.onFinished();
        }
        pool.leave(peer.index);
    }

    /** Forgets what was posted to a lane that is reset. */
    void abandon(SendChannel lane) {
        SlotList posted = lane.takeAll();
        SendSlot slot;
        while ((slot = posted.remove()) != null) {
            slot.peer.onFinished();
            slots.release(slot);
        }
    }

    @Override
    public void onSent(SendChannel lane, SendSlot slot) {
        VerbsPeer peer = slot.peer;
        peer.onFinished();
        peer.onSuccess();
        if (slot.ring != null) {
            slot.ring.onCompleted();
        }
        slots.release(slot);
        if (lane.isDynamic()) {
            pool.onCompleted(peer.index);
        }
        pump(peer);
        serveNext();
    }

    @Override
    public void onReturned(SendChannel lane, SlotList returned, CompletionStatus cause) {
        VerbsPeer peer = returned.first().peer;
        for (SendSlot slot = returned.first(); slot != null; slot = slot.next) {
            if (lane.isDynamic()) {
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

    /** Lets those whose turn it is have the initiators that are free. */
    private void serveNext() {
        int next;
        while ((next = pool.next()) >= 0) {
            VerbsPeer peer = peers.apply(next);
            pump(peer);
            if (peer.pending.isEmpty()) {
                // It may have gone another way meanwhile.
                pool.leave(next);
            } else if (pool.next() == next) {
                return;
            }
        }
    }
}
