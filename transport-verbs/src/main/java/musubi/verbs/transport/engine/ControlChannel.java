package musubi.verbs.transport.engine;

import musubi.verbs.transport.protocol.ControlDatagram;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.IntFunction;

/** Exchanges {@link ControlDatagram}s, exactly once and in order for each pair of ranks. */
final class ControlChannel {
    private final Datagrams datagrams;
    private final int self;
    private final IntFunction<VerbsPeer> peerOf;
    private final Receiver receiver;
    private final ControlDatagram arriving = new ControlDatagram();
    private final Deque<Unsent> unsent = new ArrayDeque<>();

    /** Receives control messages. */
    interface Receiver {
        /** A message has arrived; it is valid during the call only. */
        void onControl(VerbsPeer source, ControlDatagram message);
    }

    /** A message without a send slot: rare, so it may allocate. */
    private record Unsent(VerbsPeer peer, ControlDatagram message) {}

    ControlChannel(
            Datagrams datagrams, int self, IntFunction<VerbsPeer> peerOf, Receiver receiver) {
        this.datagrams = datagrams;
        this.self = self;
        this.peerOf = peerOf;
        this.receiver = receiver;
    }

    /** A message has arrived in a receive buffer. */
    void onArrival(int buffer) {
        ReceiveBuffers buffers = datagrams.receives();
        arriving.decode(buffers.memory(), buffers.offset(buffer));
        buffers.repost(buffer);
        VerbsPeer peer = peerOf.apply(arriving.source);
        if (peer != null && peer.isNewControl(arriving.sequence)) {
            receiver.onControl(peer, arriving);
        }
    }

    /** Sends a message, which must not be changed afterwards. */
    void send(VerbsPeer peer, ControlDatagram message) {
        SendSlot slot = unsent.isEmpty() ? datagrams.take() : null;
        if (slot == null) {
            unsent.add(new Unsent(peer, message));
        } else {
            post(slot, peer, message);
        }
    }

    private void post(SendSlot slot, VerbsPeer peer, ControlDatagram message) {
        message.source = self;
        message.sequence = peer.nextControl();
        message.encode(datagrams.memory(), slot.offset);
        datagrams.send(slot, peer, peer.control);
    }

    /** Makes progress, and sends messages that waited for a slot. */
    void poll() {
        datagrams.poll();
        while (!unsent.isEmpty()) {
            SendSlot slot = datagrams.take();
            if (slot == null) {
                return;
            }
            Unsent next = unsent.remove();
            post(slot, next.peer(), next.message());
        }
    }

    /** Whether messages to present peers are in flight. */
    boolean hasUndelivered() {
        return !unsent.isEmpty() || datagrams.hasUndelivered();
    }
}
