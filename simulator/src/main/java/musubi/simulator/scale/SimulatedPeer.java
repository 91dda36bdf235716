package musubi.simulator.scale;

import musubi.adi.Envelope;
import musubi.region.Region;
import musubi.verbs.transport.protocol.ControlDatagram;
import musubi.verbs.transport.protocol.MessageHeader;
import musubi.verbs.transport.protocol.RingWriteCursor;
import musubi.verbs.transport.protocol.WellKnownTarget;
import musubi.verbs.wire.Packet;
import musubi.verbs.wire.PacketOpcode;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One of the {@link SimulatedPeers}: sends the packets of its adapter and transport to the rank.
 */
final class SimulatedPeer {
    /** Numbers of its queue pairs. */
    private static final int FIRST_INITIATOR = 8;

    private static final int PAIR = 16;
    private static final int PACKET_NUMBERS = 1 << 24;

    /** Reconnects after this idle time, long before the target drops the connection. */
    private static final long IDLE_NS = 1_000_000_000;

    private final SimulatedPeers all;
    private final int rank;
    private final int window;
    private final Stream data;
    private final Stream credit = new Stream(WellKnownTarget.CREDIT);
    private final Stream control = new Stream(WellKnownTarget.CONTROL);
    private final Deque<SimulatedPeers.Message> waiting = new ArrayDeque<>();
    private final Envelope envelope = new Envelope();
    private final Region payload = new Region();
    private int nextNumber;
    private int sendLimit = MessageHeader.INITIAL_CREDIT;
    private int expected;
    private int advertised = MessageHeader.INITIAL_CREDIT;
    private int controlsSent;
    private int controlsSeen;
    private RingWriteCursor ring;
    private boolean isOpen;

    /** The reliable connection for the ring; null when an initiator writes. */
    private Stream connection;

    /** A queue pair of the peer: an initiator, or its end of a reliable connection. */
    private final class Stream {
        private final int number;
        private final int target;
        private final boolean dynamic;
        private int session;
        private int nextPacket;
        private long usedNs;

        Stream(WellKnownTarget service) {
            number = FIRST_INITIATOR + service.ordinal();
            target = service.number();
            dynamic = true;
        }

        Stream(int pair) {
            number = PAIR;
            target = pair;
            dynamic = false;
        }

        /** Fills in the connect that has to precede the packet; false when none has to. */
        boolean connects(Packet into) {
            long now = System.nanoTime();
            boolean first = dynamic && (session == 0 || now - usedNs > IDLE_NS);
            usedNs = now;
            if (first) {
                session++;
                nextPacket = 0;
                begin(into, PacketOpcode.CONNECT).operands(all.accessKey(), 0);
            }
            return first;
        }

        Packet begin(Packet into, PacketOpcode opcode) {
            return into.begin(opcode, nextPacket, Packet.ALL_FLAGS)
                    .from(WellKnownTarget.lidOf(rank), number)
                    .to(all.lid(), target)
                    .session(session);
        }

        void end(Packet packet, int bytes) {
            packet.payloadBytes(bytes);
            nextPacket = (nextPacket + 1) % PACKET_NUMBERS;
        }
    }

    SimulatedPeer(SimulatedPeers all, int rank) {
        this.all = all;
        this.rank = rank;
        window = all.options().window();
        data = new Stream(WellKnownTarget.dataFrom(rank));
    }

    /** Sends a message, as soon as there is credit for it. */
    void sendMessage(SimulatedPeers.Message message) {
        waiting.add(message);
        sendWaiting();
    }

    private void sendWaiting() {
        while (!waiting.isEmpty() && nextNumber - sendLimit < 0) {
            SimulatedPeers.Message message = waiting.remove();
            int number = nextNumber++;
            all.emit(into -> fill(into, message, number));
        }
    }

    private boolean fill(Packet into, SimulatedPeers.Message message, int number) {
        boolean writes = isOpen && ring.hasRoom(sendLimit);
        Stream stream = writes && connection != null ? connection : data;
        if (stream.connects(into)) {
            return false;
        }
        stream.begin(into, writes ? PacketOpcode.RDMA_WRITE : PacketOpcode.SEND);
        MemorySegment memory = into.payload();
        long at = into.payloadOffset();
        MessageHeader.write(memory, at, rank, number, advertise());
        int bytes = message.write(memory, at + MessageHeader.ENVELOPE);
        MessageHeader.length(memory, at, bytes);
        if (writes) {
            ring.stamp(memory, at);
            into.remote(ring.address(), ring.remoteKey(), MessageHeader.PAYLOAD + bytes);
            ring.advance(number);
        }
        stream.end(into, MessageHeader.PAYLOAD + bytes);
        return true;
    }

    /** A message of the rank has arrived. */
    void onMessage(MemorySegment memory, long at) {
        int ahead = MessageHeader.number(memory, at) - expected;
        if (ahead != 0) {
            throw new IllegalStateException(
                    "messages out of order: peer=" + rank + " ahead=" + ahead);
        }
        expected++;
        onCredit(memory, at);
        envelope.decode(memory, at + MessageHeader.ENVELOPE);
        payload.wrap(memory, at + MessageHeader.PAYLOAD, MessageHeader.length(memory, at));
        all.script().onMessage(rank, envelope, payload);
        if (advertised - expected == window / 2 || advertised == expected) {
            all.emit(this::fillCredit);
        }
    }

    /** The credit limit of the rank, advertised now. */
    private int advertise() {
        advertised = expected + window;
        return advertised;
    }

    private boolean fillCredit(Packet into) {
        if (credit.connects(into)) {
            return false;
        }
        credit.begin(into, PacketOpcode.SEND);
        MessageHeader.write(into.payload(), into.payloadOffset(), rank, 0, advertise());
        credit.end(into, ControlDatagram.BYTES);
        return true;
    }

    /** The rank grants credit. */
    void onCredit(MemorySegment memory, long at) {
        int limit = MessageHeader.credit(memory, at);
        if (limit - sendLimit > 0) {
            sendLimit = limit;
            sendWaiting();
        }
    }

    /** The rank negotiates its ring. */
    void onControl(MemorySegment memory, long at) {
        ControlDatagram message = new ControlDatagram();
        message.decode(memory, at);
        if (message.sequence - controlsSeen <= 0) {
            return;
        }
        controlsSeen = message.sequence;
        switch (message.kind) {
            case ControlDatagram.OFFER -> onOffer(message);
            case ControlDatagram.OPEN -> open();
            case ControlDatagram.RECALL -> onRecall();
            default -> {
                // A goodbye.
            }
        }
    }

    private void onOffer(ControlDatagram offer) {
        isOpen = false;
        ring = new RingWriteCursor(offer, all.options().ringEntries(), window);
        connection = offer.pair == 0 ? null : new Stream(offer.pair);
        ControlDatagram answer = new ControlDatagram().begin(ControlDatagram.ACCEPT);
        if (connection == null) {
            open();
        } else {
            answer.pair(PAIR, 0);
        }
        send(answer);
    }

    private void open() {
        isOpen = true;
        all.onRing(1, connection != null);
    }

    private void onRecall() {
        if (isOpen) {
            all.onRing(-1, connection != null);
        }
        // Emitted after all messages with lower numbers; waiting ones take the other path.
        isOpen = false;
        ring = null;
        send(new ControlDatagram().begin(ControlDatagram.RELEASE).number(nextNumber));
    }

    private void send(ControlDatagram message) {
        message.source = rank;
        message.sequence = ++controlsSent;
        all.emit(into -> fillControl(into, message));
    }

    private boolean fillControl(Packet into, ControlDatagram message) {
        if (control.connects(into)) {
            return false;
        }
        control.begin(into, PacketOpcode.SEND);
        message.encode(into.payload(), into.payloadOffset());
        control.end(into, ControlDatagram.BYTES);
        return true;
    }
}
