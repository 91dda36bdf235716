package musubi.verbs.adapter;

import musubi.verbs.memory.AccessFlag;
import musubi.verbs.memory.MemoryRegion;
import musubi.verbs.state.QpAttribute;
import musubi.verbs.wire.Packet;
import musubi.verbs.wire.PacketOpcode;
import musubi.verbs.wire.PeerAddress;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Turns pending responses into packets, while the wire has room. */
final class ResponseSender {
    private static final int WHOLE = Packet.FIRST | Packet.LAST;

    private final ResponderContext context;
    private final HostChannelAdapter adapter;
    private final PeerAddress peer;
    private final PendingResponses pending;

    ResponseSender(
            ResponderContext context,
            HostChannelAdapter adapter,
            PeerAddress peer,
            PendingResponses pending) {
        this.context = context;
        this.adapter = adapter;
        this.peer = peer;
        this.pending = pending;
    }

    /** Sends up to {@code limit} packets; returns the number sent. */
    int send(int limit) {
        int sent = 0;
        while (sent < limit && !pending.isEmpty() && sendOne()) {
            sent++;
        }
        return sent;
    }

    private boolean sendOne() {
        PendingResponses.Response response = pending.oldest();
        return switch (response.opcode) {
            case READ_RESPONSE -> sendRead(response);
            case ATOMIC_RESPONSE -> sendAtomic(response);
            default -> offer(begin(response).argument(response.argument), true);
        };
    }

    private boolean sendAtomic(PendingResponses.Response response) {
        Packet packet = begin(response);
        packet.payload().set(ValueLayout.JAVA_LONG, packet.payloadOffset(), response.address);
        packet.payloadBytes(Long.BYTES);
        return offer(packet, true);
    }

    /** One packet of a read response; a refusal if the memory has been deregistered. */
    private boolean sendRead(PendingResponses.Response response) {
        int bytes = Math.min(response.bytesLeft, context.attribute(QpAttribute.PATH_MTU));
        Packet packet = begin(response);
        if (bytes > 0) {
            MemoryRegion region =
                    context.domain.remote(
                            response.key, response.address, bytes, AccessFlag.REMOTE_READ);
            if (region == null) {
                packet.begin(PacketOpcode.NAK_REMOTE_ACCESS, response.psn, WHOLE);
                return offer(address(packet), true);
            }
            MemorySegment.copy(
                    region.memory(),
                    ValueLayout.JAVA_BYTE,
                    region.offsetOf(response.address),
                    packet.payload(),
                    ValueLayout.JAVA_BYTE,
                    packet.payloadOffset(),
                    bytes);
            packet.payloadBytes(bytes);
        }
        boolean last = bytes == response.bytesLeft;
        if (!offer(packet, last)) {
            return false;
        }
        if (!last) {
            response.advance(bytes);
        }
        return true;
    }

    private Packet begin(PendingResponses.Response response) {
        return address(adapter.outgoing().begin(response.opcode, response.psn, WHOLE));
    }

    private Packet address(Packet packet) {
        return peer.address(packet).from(adapter.lid(), context.number);
    }

    private boolean offer(Packet packet, boolean isDone) {
        boolean taken = adapter.offer(packet);
        if (taken && isDone) {
            pending.removeOldest();
        }
        return taken;
    }
}
