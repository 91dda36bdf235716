package musubi.verbs.transport;

import musubi.verbs.CompletionStatus;
import musubi.verbs.HostChannelAdapter;
import musubi.verbs.InitiatorPool;
import musubi.verbs.ProtectionDomain;
import musubi.verbs.QueuePair;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Sends messages to all peers with two initiators. A peer keeps its initiator as long as something
 * for it is on the way, so its messages stay in order.
 */
final class DataSender implements Lane.Owner {
    private static final int INITIATORS = 2;

    /** Messages for one peer before another one that waits gets the initiator. */
    private static final int QUOTA = 32;

    private final SendSlots slots;
    private final List<Lane> lanes = new ArrayList<>();
    private final InitiatorPool pool;
    private final IntFunction<Peer> peers;
    private final Failures failures;
    private RingAgreements rings;

    /** {@code peers} gives a peer by its index. */
    DataSender(
            HostChannelAdapter adapter,
            ProtectionDomain domain,
            int buffers,
            IntFunction<Peer> peers,
            Failures failures) {
        this.peers = peers;
        this.failures = failures;
        slots = new SendSlots(adapter, domain, buffers, MessageHeader.ENTRY_BYTES);
        List<QueuePair> initiators = new ArrayList<>();
        for (int i = 0; i < INITIATORS; i++) {
            QueuePair pair = QueuePairs.initiator(adapter, domain, slots.completions(), buffers);
            initiators.add(pair);
            lanes.add(new Lane(pair, slots, this));
        }
        pool = new InitiatorPool(initiators, QUOTA);
    }

    SendSlots slots() {
        return slots;
    }

    /** Sends a filled slot, now or in its turn. */
    void submit(Peer peer, SendSlot slot) {
        slot.peer = peer;
        slot.target = peer.data;
        peer.pending.add(slot);
        peer.unfinished++;
        pump(peer);
    }

    /** Says who agrees about rings; before anything is sent. */
    void connect(RingAgreements agreements) {
        rings = agreements;
    }

    /** Posts what is accepted: to the peer's ring, as long as there is room, or to an initiator. */
    private void pump(Peer peer) {
        while (!peer.pending.isEmpty()) {
            SendSlot slot = peer.pending.first();
            OutRing ring = peer.out;
            boolean writes = ring != null && ring.open && ring.hasRoom(peer.sendLimit);
            slot.ring = null;
            if (writes) {
                ring.aim(slot, slots.memory());
            }
            Lane lane = writes && ring.lane != null ? ring.lane : initiator(peer);
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
    private Lane initiator(Peer peer) {
        QueuePair pair = pool.request(peer.index);
        if (pair == null) {
            return null;
        }
        return lanes.get(0).pair() == pair ? lanes.get(0) : lanes.get(1);
    }

    /** Forgets what is for a peer that is gone. */
    void forget(Peer peer) {
        SendSlot slot;
        while ((slot = peer.pending.remove()) != null) {
            slots.giveBack(slot);
            peer.unfinished--;
        }
        pool.leave(peer.index);
    }

    /** Forgets what was posted to a lane that is reset. */
    void abandon(Lane lane) {
        SlotList posted = lane.takeAll();
        SendSlot slot;
        while ((slot = posted.remove()) != null) {
            slot.peer.unfinished--;
            slots.giveBack(slot);
        }
    }

    @Override
    public void onSent(Lane lane, SendSlot slot) {
        Peer peer = slot.peer;
        peer.unfinished--;
        peer.failingSinceNs = 0;
        if (slot.ring != null) {
            slot.ring.unfinished--;
        }
        slots.giveBack(slot);
        if (lane.isDynamic()) {
            pool.onCompleted(peer.index);
        }
        pump(peer);
        serveNext();
    }

    @Override
    public void onReturned(Lane lane, SlotList returned, CompletionStatus cause) {
        Peer peer = returned.first().peer;
        for (SendSlot slot = returned.first(); slot != null; slot = slot.next) {
            if (lane.isDynamic()) {
                pool.onCompleted(peer.index);
            }
            if (slot.ring != null) {
                slot.ring.unfinished--;
                rings.giveBack(peer);
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
            Peer peer = peers.apply(next);
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
