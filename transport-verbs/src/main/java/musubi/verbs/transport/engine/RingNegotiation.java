package musubi.verbs.transport.engine;

import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.verbs.adapter.QueuePair;
import musubi.verbs.memory.ProtectionDomain;
import musubi.verbs.transport.options.VerbsOptions;
import musubi.verbs.transport.policy.ReceivePath;
import musubi.verbs.transport.protocol.ControlDatagram;
import musubi.verbs.transport.protocol.WellKnownTarget;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Negotiates rings: those of sources at this rank, and those at peers that this rank writes to. The
 * receiver decides. Message numbers keep the order across paths, so a path changes without waiting.
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
final class RingNegotiation {
    private final ProtectionDomain domain;
    private final ReliableConnectionPool pairs;
    private final DataSender sender;
    private final ControlChannel control;
    private final int entries;
    private final int window;
    private final int limit;

    /** Rings assigned to sources. */
    private final List<LocalRing> used = new ArrayList<>();

    private final Deque<LocalRing> free = new ArrayDeque<>();

    /** Peers whose rings this rank releases. */
    private final Deque<VerbsPeer> closing = new ArrayDeque<>();

    RingNegotiation(
            ProtectionDomain domain,
            ReliableConnectionPool pairs,
            DataSender sender,
            ControlChannel control,
            VerbsOptions options) {
        this.domain = domain;
        this.pairs = pairs;
        this.sender = sender;
        this.control = control;
        entries = options.ringEntries();
        window = options.window();
        limit = options.rings();
    }

    /** Rings assigned to sources. */
    List<LocalRing> used() {
        return used;
    }

    ReliableConnectionPool pairs() {
        return pairs;
    }

    /** The path of the source's messages, now or after the negotiation under way. */
    static ReceivePath pathOf(VerbsPeer source) {
        if (source.localRing == null) {
            return ReceivePath.SEND;
        }
        if (source.localRing.state == LocalRing.State.RECALLED
                || source.localRing.state == LocalRing.State.RELEASED) {
            return source.localRing.nextPath;
        }
        return source.localRing.pair == null ? ReceivePath.DYNAMIC_RING : ReceivePath.RELIABLE_RING;
    }

    /** Whether no negotiation with the source is under way. */
    static boolean isStable(VerbsPeer source) {
        return source.localRing == null || source.localRing.state == LocalRing.State.OPEN;
    }

    /**
     * Offers a ring to a source, if one is left; over a reliable connection, if requested and
     * available.
     */
    void offer(VerbsPeer source, ReceivePath wanted) {
        LocalRing ring = free.poll();
        if (ring == null) {
            if (used.size() >= limit) {
                return;
            }
            ring = new LocalRing(domain, entries);
        }
        ring.reset(source);
        ring.pair = wanted == ReceivePath.RELIABLE_RING ? pairs.take() : null;
        ring.firstPacket = pairs.nextPacket();
        ring.state = LocalRing.State.OFFERED;
        source.localRing = ring;
        used.add(ring);
        int number = ring.pair == null ? 0 : ring.pair.number();
        control.send(
                source,
                new ControlDatagram()
                        .begin(ControlDatagram.OFFER)
                        .ring(ring.address(), ring.remoteKey())
                        .pair(number, ring.firstPacket));
    }

    /** Recalls a source's ring, to be replaced by the path {@code next}. */
    void recall(VerbsPeer source, ReceivePath next) {
        source.localRing.nextPath = next;
        source.localRing.state = LocalRing.State.RECALLED;
        control.send(source, new ControlDatagram().begin(ControlDatagram.RECALL));
    }

    /** A control datagram about the peer's ring here, or this rank's ring at the peer. */
    void onControl(VerbsPeer peer, ControlDatagram message) {
        switch (message.kind) {
            case ControlDatagram.OFFER -> onOffer(peer, message);
            case ControlDatagram.ACCEPT -> onAccept(peer, message);
            case ControlDatagram.OPEN -> open(peer);
            case ControlDatagram.RECALL -> release(peer);
            default -> onRelease(peer, message.number);
        }
    }

    private void onOffer(VerbsPeer peer, ControlDatagram offer) {
        QueuePair pair = offer.pair == 0 ? null : pairs.take();
        SendChannel channel = null;
        ControlDatagram answer = new ControlDatagram().begin(ControlDatagram.ACCEPT);
        if (pair != null) {
            int first = pairs.nextPacket();
            QueuePairSetup.connect(
                    pair,
                    WellKnownTarget.lidOf(peer.rank),
                    offer.pair,
                    new int[] {first, offer.packet});
            channel = new SendChannel(pair, sender.slots(), sender);
            answer.pair(pair.number(), first);
        }
        peer.remoteRing = new RemoteRing(offer, entries, window, channel);
        control.send(peer, answer);
    }

    private void onAccept(VerbsPeer source, ControlDatagram answer) {
        LocalRing ring = source.localRing;
        if (ring == null || ring.state != LocalRing.State.OFFERED) {
            return;
        }
        ring.state = LocalRing.State.OPEN;
        if (answer.pair == 0) {
            ring.declinesReliable = ring.pair != null;
            dropPair(ring);
        } else {
            int[] packets = {ring.firstPacket, answer.packet};
            QueuePairSetup.connect(
                    ring.pair, WellKnownTarget.lidOf(source.rank), answer.pair, packets);
            control.send(source, new ControlDatagram().begin(ControlDatagram.OPEN));
        }
    }

    private void open(VerbsPeer peer) {
        if (peer.remoteRing != null) {
            peer.remoteRing.open();
        }
    }

    /** Stops writing to the ring at a peer, and releases it when all writes have arrived. */
    void release(VerbsPeer peer) {
        if (peer.remoteRing != null && peer.remoteRing.close()) {
            closing.add(peer);
        }
    }

    /** Releases rings to which all writes have arrived. */
    void poll() {
        for (int left = closing.size(); left > 0; left--) {
            VerbsPeer peer = closing.remove();
            RemoteRing ring = peer.remoteRing;
            if (ring != null && !ring.isDrained()) {
                closing.add(peer);
            } else if (ring != null) {
                peer.remoteRing = null;
                endConnection(ring);
                ControlDatagram message = new ControlDatagram().begin(ControlDatagram.RELEASE);
                control.send(peer, message.number(peer.nextNumber()));
            }
        }
    }

    private void endConnection(RemoteRing ring) {
        if (ring.channel != null) {
            sender.abandon(ring.channel);
            pairs.release(ring.channel.pair());
        }
    }

    private void onRelease(VerbsPeer source, int number) {
        if (source.localRing != null) {
            source.localRing.state = LocalRing.State.RELEASED;
            source.localRing.releasedAt = number;
            dropPair(source.localRing);
        }
    }

    private void dropPair(LocalRing ring) {
        if (ring.pair != null) {
            pairs.release(ring.pair);
            ring.pair = null;
        }
    }

    /** Frees rings that are released and empty, and offers their sources the next path. */
    void collectReleased() {
        for (int i = used.size() - 1; i >= 0; i--) {
            LocalRing ring = used.get(i);
            boolean released = ring.state == LocalRing.State.RELEASED;
            if (released && ring.source.distance(ring.releasedAt) <= 0) {
                VerbsPeer source = ring.source;
                ReceivePath next = ring.nextPath;
                remove(ring);
                free.push(ring);
                if (next != ReceivePath.SEND && source.isPresent()) {
                    offer(source, next);
                }
            }
        }
    }

    private void remove(LocalRing ring) {
        used.remove(ring);
        ring.state = LocalRing.State.FREE;
        ring.source.localRing = null;
    }

    /** Drops the rings of a lost peer. Late writes are possible, so its ring is not reused. */
    void forget(VerbsPeer peer) {
        if (peer.localRing != null) {
            LocalRing ring = peer.localRing;
            dropPair(ring);
            remove(ring);
            ring.close();
        }
        if (peer.remoteRing != null) {
            RemoteRing ring = peer.remoteRing;
            peer.remoteRing = null;
            endConnection(ring);
        }
    }
}
