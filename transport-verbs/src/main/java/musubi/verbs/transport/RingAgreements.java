package musubi.verbs.transport;

import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.verbs.ProtectionDomain;
import musubi.verbs.QueuePair;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Which sources have rings at this rank, and which rings at peers this rank writes to. The receiver
 * decides; numbers of messages keep the order whatever way each one takes, so nobody has to wait
 * for anything when the way changes.
 *
 * <pre>
 *   receiver                                    source
 *   FREE
 *   OFFERED   OFFER(ring, queue pair) ------->  connects a queue pair of its own
 *                 ACCEPT(queue pair) -------  or, with none: writes by an initiator at once
 *   OPEN      OPEN -------------------------->  writes
 *   RECALLED  RECALL ------------------------>  sends again; when all writes have arrived:
 *   RELEASED          RELEASE(n) -------      also without RECALL, when a write failed
 *   FREE      when message n - 1 has been taken
 * </pre>
 */
@Accounted(Component.SWITCHING)
final class RingAgreements {
    private final ProtectionDomain domain;
    private final ReliablePairs pairs;
    private final DataSender sender;
    private final Control control;
    private final int entries;
    private final int window;
    private final int limit;

    /** Rings that somebody has. */
    private final List<InRing> used = new ArrayList<>();

    private final Deque<InRing> free = new ArrayDeque<>();

    /** Peers whose rings this rank gives back. */
    private final Deque<Peer> closing = new ArrayDeque<>();

    RingAgreements(
            ProtectionDomain domain,
            ReliablePairs pairs,
            DataSender sender,
            Control control,
            VerbsOptions options) {
        this.domain = domain;
        this.pairs = pairs;
        this.sender = sender;
        this.control = control;
        entries = options.ringEntries();
        window = options.window();
        limit = options.rings();
    }

    /** Rings that sources have. */
    List<InRing> used() {
        return used;
    }

    ReliablePairs pairs() {
        return pairs;
    }

    /** How messages of the source come now, or will soon. */
    static Way way(Peer source) {
        if (source.in == null) {
            return Way.SEND;
        }
        if (source.in.state == InRing.State.RECALLED || source.in.state == InRing.State.RELEASED) {
            return source.in.next;
        }
        return source.in.pair == null ? Way.DYNAMIC_RING : Way.RELIABLE_RING;
    }

    /** Whether nothing is being agreed about with the source, so that something may be. */
    static boolean isSettled(Peer source) {
        return source.in == null || source.in.state == InRing.State.OPEN;
    }

    /** Gives a source a ring, if there is one; over a reliable connection, if wanted and left. */
    void offer(Peer source, Way wanted) {
        InRing ring = free.poll();
        if (ring == null) {
            if (used.size() >= limit) {
                return;
            }
            ring = new InRing(domain, entries);
        }
        ring.reset(source);
        ring.pair = wanted == Way.RELIABLE_RING ? pairs.take() : null;
        ring.firstPacket = pairs.nextPacket();
        ring.state = InRing.State.OFFERED;
        source.in = ring;
        used.add(ring);
        int number = ring.pair == null ? 0 : ring.pair.number();
        control.send(
                source,
                new ControlMessage()
                        .begin(ControlMessage.OFFER)
                        .ring(ring.address(), ring.remoteKey())
                        .pair(number, ring.firstPacket));
    }

    /** Takes a source's ring back; then it gets what comes next, if there is one. */
    void recall(Peer source, Way next) {
        source.in.next = next;
        source.in.state = InRing.State.RECALLED;
        control.send(source, new ControlMessage().begin(ControlMessage.RECALL));
    }

    /** The source says something about its ring here, or about this rank's ring there. */
    void onControl(Peer peer, ControlMessage message) {
        switch (message.kind) {
            case ControlMessage.OFFER -> onOffer(peer, message);
            case ControlMessage.ACCEPT -> onAccept(peer, message);
            case ControlMessage.OPEN -> open(peer);
            case ControlMessage.RECALL -> giveBack(peer);
            default -> onRelease(peer, message.number);
        }
    }

    private void onOffer(Peer peer, ControlMessage offer) {
        QueuePair pair = offer.pair == 0 ? null : pairs.take();
        Lane lane = null;
        ControlMessage answer = new ControlMessage().begin(ControlMessage.ACCEPT);
        if (pair != null) {
            int first = pairs.nextPacket();
            QueuePairs.connect(
                    pair, Service.lid(peer.rank), offer.pair, new int[] {first, offer.packet});
            lane = new Lane(pair, sender.slots(), sender);
            answer.pair(pair.number(), first);
        }
        peer.out = new OutRing(offer, entries, window, lane);
        peer.out.open = lane == null;
        control.send(peer, answer);
    }

    private void onAccept(Peer source, ControlMessage answer) {
        InRing ring = source.in;
        if (ring == null || ring.state != InRing.State.OFFERED) {
            return;
        }
        ring.state = InRing.State.OPEN;
        if (answer.pair == 0) {
            source.declines = ring.pair != null;
            dropPair(ring);
        } else {
            int[] packets = {ring.firstPacket, answer.packet};
            QueuePairs.connect(ring.pair, Service.lid(source.rank), answer.pair, packets);
            control.send(source, new ControlMessage().begin(ControlMessage.OPEN));
        }
    }

    private void open(Peer peer) {
        if (peer.out != null && !peer.out.closes) {
            peer.out.open = true;
        }
    }

    /** This rank writes to its ring no more, and says so when all writes have arrived. */
    void giveBack(Peer peer) {
        if (peer.out != null && !peer.out.closes) {
            peer.out.open = false;
            peer.out.closes = true;
            closing.add(peer);
        }
    }

    /** Gives rings back to which all writes have arrived. */
    void poll() {
        for (int left = closing.size(); left > 0; left--) {
            Peer peer = closing.remove();
            OutRing ring = peer.out;
            if (ring != null && ring.unfinished > 0) {
                closing.add(peer);
            } else if (ring != null) {
                peer.out = null;
                endConnection(ring);
                ControlMessage message = new ControlMessage().begin(ControlMessage.RELEASE);
                control.send(peer, message.number(peer.nextNumber));
            }
        }
    }

    private void endConnection(OutRing ring) {
        if (ring.lane != null) {
            sender.abandon(ring.lane);
            pairs.giveBack(ring.lane.pair());
        }
    }

    private void onRelease(Peer source, int number) {
        if (source.in != null) {
            source.in.state = InRing.State.RELEASED;
            source.in.releasedAt = number;
            dropPair(source.in);
        }
    }

    private void dropPair(InRing ring) {
        if (ring.pair != null) {
            pairs.giveBack(ring.pair);
            ring.pair = null;
        }
    }

    /** Frees rings that were given back and are empty, and offers their sources other ones. */
    void collectReleased() {
        for (int i = used.size() - 1; i >= 0; i--) {
            InRing ring = used.get(i);
            boolean released = ring.state == InRing.State.RELEASED;
            if (released && ring.source.expected - ring.releasedAt >= 0) {
                Peer source = ring.source;
                Way next = ring.next;
                remove(ring);
                free.push(ring);
                if (next != Way.SEND && !source.isGone() && !source.departs) {
                    offer(source, next);
                }
            }
        }
    }

    private void remove(InRing ring) {
        used.remove(ring);
        ring.state = InRing.State.FREE;
        ring.source.in = null;
        ring.source.declines = false;
    }

    /** The peer is gone. It may come to life and write, so its ring is not used again. */
    void forget(Peer peer) {
        if (peer.in != null) {
            InRing ring = peer.in;
            dropPair(ring);
            remove(ring);
            ring.close();
        }
        if (peer.out != null) {
            OutRing ring = peer.out;
            peer.out = null;
            endConnection(ring);
        }
    }
}
