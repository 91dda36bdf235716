package musubi.verbs.transport;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.IntFunction;

/** Exchanges {@link ControlMessage}s: each arrives once, those of a pair in order. */
final class Control {
    private final Datagrams datagrams;
    private final int self;
    private final IntFunction<Peer> peerOf;
    private final Receiver receiver;
    private final ControlMessage arriving = new ControlMessage();
    private final Deque<Unsent> unsent = new ArrayDeque<>();

    /** Takes control messages. */
    interface Receiver {
        /** One has come; it is valid during the call only. */
        void onControl(Peer source, ControlMessage message);
    }

    /** What there was no room for: rare, and so worth an object. */
    private record Unsent(Peer peer, ControlMessage message) {}

    Control(Datagrams datagrams, int self, IntFunction<Peer> peerOf, Receiver receiver) {
        this.datagrams = datagrams;
        this.self = self;
        this.peerOf = peerOf;
        this.receiver = receiver;
    }

    /** A message has come to a buffer of the datagrams. */
    void onArrival(int buffer) {
        ReceiveBuffers buffers = datagrams.receives();
        arriving.decode(buffers.memory(), buffers.offset(buffer));
        buffers.repost(buffer);
        Peer peer = peerOf.apply(arriving.source);
        if (peer != null && arriving.sequence - peer.controlsSeen > 0) {
            peer.controlsSeen = arriving.sequence;
            receiver.onControl(peer, arriving);
        }
    }

    /** Sends a message, which is the caller's own to this rank. */
    void send(Peer peer, ControlMessage message) {
        SendSlot slot = unsent.isEmpty() ? datagrams.take() : null;
        if (slot == null) {
            unsent.add(new Unsent(peer, message));
        } else {
            post(slot, peer, message);
        }
    }

    private void post(SendSlot slot, Peer peer, ControlMessage message) {
        message.source = self;
        message.sequence = ++peer.controlsSent;
        message.encode(datagrams.memory(), slot.offset);
        datagrams.send(slot, peer, peer.control);
    }

    /** Moves what is on its way. */
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

    /** Whether something is on its way to a peer that is still there. */
    boolean isAwaited() {
        return !unsent.isEmpty() || datagrams.isAwaited();
    }
}
