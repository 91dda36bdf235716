package musubi.simulator.scale;

import musubi.adi.Envelope;
import musubi.adi.TransportContext;
import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.region.Region;
import musubi.verbs.transport.options.JobKeys;
import musubi.verbs.transport.options.VerbsOptions;
import musubi.verbs.transport.protocol.MessageHeader;
import musubi.verbs.transport.protocol.WellKnownTarget;
import musubi.verbs.wire.Packet;
import musubi.verbs.wire.PacketOpcode;
import musubi.verbs.wire.Wire;

import org.agrona.collections.Int2ObjectHashMap;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The verbs peers of the only real rank of a world: a wire below its adapter, in place of a
 * network. Everything on the rank's side is real: adapter, queue pairs, buffers, rings, history,
 * choice of paths. A peer here is a few numbers and a queue; it acknowledges, grants credit,
 * accepts rings and writes to them. A script provides the messages of peers.
 *
 * <p>Nothing is lost or reordered, so nothing is retransmitted; an unexpected packet throws {@code
 * IllegalStateException}.
 */
@Accounted(Component.OTHER)
final class SimulatedPeers implements Wire {
    /** Bytes of payload of a message. */
    static final int MOST_PAYLOAD = MessageHeader.MOST_PAYLOAD;

    private final Script script;
    private final int rank;
    private final long accessKey;
    private final VerbsOptions options;
    private final Int2ObjectHashMap<SimulatedPeer> peers = new Int2ObjectHashMap<>();
    private final Deque<Outgoing> outgoing = new ArrayDeque<>();
    private final AtomicInteger rings = new AtomicInteger();
    private final AtomicInteger connections = new AtomicInteger();

    /**
     * Messages of the peers, in both directions. Called within {@link #offer} and {@link #poll}.
     */
    interface Script {
        /**
         * A message of the rank has arrived at a peer; arguments are valid during the call only.
         */
        void onMessage(int to, Envelope envelope, Region payload);

        /** The next message of a peer to the rank; null without. */
        Message next();
    }

    /** A message of a peer. */
    interface Message {
        /** Its rank. */
        int from();

        /** Writes the envelope and the payload; returns the bytes of the payload. */
        int write(MemorySegment memory, long at);
    }

    /** A packet for the rank. */
    interface Outgoing {
        /** Fills it in; false when another packet, which has to precede it, was filled in. */
        boolean fill(Packet into);
    }

    /** The peers of a rank, before its transport is opened over them. */
    SimulatedPeers(TransportContext context, Script script) {
        this.script = script;
        rank = context.worldRank();
        accessKey = JobKeys.of(context).accessKey();
        options = VerbsOptions.of(context);
    }

    /** How many peers have exchanged a message with the rank; call while it does not run. */
    int count() {
        return peers.size();
    }

    /** Rings of the rank that peers write to now. Any thread. */
    int rings() {
        return rings.get();
    }

    /** Those of the rings written over a reliable connection. Any thread. */
    int connections() {
        return connections.get();
    }

    @Override
    public int lid() {
        return WellKnownTarget.lidOf(rank);
    }

    long accessKey() {
        return accessKey;
    }

    Script script() {
        return script;
    }

    VerbsOptions options() {
        return options;
    }

    void emit(Outgoing packet) {
        outgoing.add(packet);
    }

    void onRing(int more, boolean reliable) {
        rings.addAndGet(more);
        connections.addAndGet(reliable ? more : 0);
    }

    @Override
    public boolean offer(Packet packet) {
        switch (packet.opcode()) {
            case CONNECT -> require(packet.operand() == accessKey, packet);
            case DISCONNECT, ACKNOWLEDGE -> {
                // No response.
            }
            case SEND -> {
                require(packet.isFirst() && packet.isLast(), packet);
                acknowledge(packet);
                receive(peerOf(packet.destinationLid()), packet);
            }
            default -> require(false, packet);
        }
        return true;
    }

    private static void receive(SimulatedPeer peer, Packet packet) {
        switch (WellKnownTarget.ofNumber(packet.destinationNumber())) {
            case DATA_EVEN, DATA_ODD -> peer.onMessage(packet.payload(), packet.payloadOffset());
            case CREDIT -> peer.onCredit(packet.payload(), packet.payloadOffset());
            case CONTROL -> peer.onControl(packet.payload(), packet.payloadOffset());
        }
    }

    private SimulatedPeer peerOf(int lid) {
        SimulatedPeer known = peers.get(lid);
        if (known == null) {
            known = new SimulatedPeer(this, WellKnownTarget.rankOf(lid));
            peers.put(lid, known);
        }
        return known;
    }

    private void acknowledge(Packet packet) {
        int psn = packet.psn();
        int fromLid = packet.destinationLid();
        int fromNumber = packet.destinationNumber();
        int toNumber = packet.sourceNumber();
        int session = packet.session();
        emit(
                into -> {
                    into.begin(PacketOpcode.ACKNOWLEDGE, psn, Packet.FIRST | Packet.LAST)
                            .from(fromLid, fromNumber)
                            .to(lid(), toNumber)
                            .session(session);
                    return true;
                });
    }

    @Override
    public boolean poll(Packet into) {
        while (outgoing.isEmpty()) {
            Message next = script.next();
            if (next == null) {
                return false;
            }
            peerOf(WellKnownTarget.lidOf(next.from())).sendMessage(next);
        }
        if (outgoing.peek().fill(into)) {
            outgoing.remove();
        }
        return true;
    }

    @Override
    public void close() {
        outgoing.clear();
    }

    private static void require(boolean condition, Packet packet) {
        if (!condition) {
            throw new IllegalStateException(
                    "a simulated peer has no answer: opcode=%s from=%s to=%s"
                            .formatted(
                                    packet.opcode(), packet.sourceLid(), packet.destinationLid()));
        }
    }
}
