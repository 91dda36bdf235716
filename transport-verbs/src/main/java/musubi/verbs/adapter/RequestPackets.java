package musubi.verbs.adapter;

import musubi.verbs.state.QpAttribute;
import musubi.verbs.wire.Packet;
import musubi.verbs.wire.PacketOpcode;
import musubi.verbs.wire.Psn;
import musubi.verbs.work.WorkOpcode;

/**
 * Segments requests into packets. A send or write takes as many packets as its data fills; a read
 * is requested in parts, each of which takes one packet number per packet of its response.
 */
final class RequestPackets {
    private final QueuePair pair;
    private final HostChannelAdapter adapter;
    private final int mostReadPackets;
    private final int mostUnasked;

    RequestPackets(QueuePair pair, HostChannelAdapter adapter) {
        this.pair = pair;
        this.adapter = adapter;
        mostReadPackets = adapter.settings().windowPackets() / 2;
        mostUnasked = adapter.settings().windowPackets() / 4;
    }

    /** Packet numbers that the request packet with a first number takes. */
    int numbers(SendEntry entry, int psn) {
        if (entry.opcode() != WorkOpcode.RDMA_READ) {
            return 1;
        }
        return Math.min(mostReadPackets, Psn.distance(psn, entry.endPsn()));
    }

    /** Makes the packet; null if local memory is bad. */
    Packet make(SendEntry entry, int psn) {
        return switch (entry.opcode()) {
            case RDMA_READ -> read(entry, psn);
            case COMPARE_AND_SWAP, FETCH_AND_ADD -> atomic(entry, psn);
            default -> message(entry, psn);
        };
    }

    private Packet read(SendEntry entry, int psn) {
        long offset = offset(entry, psn);
        long most = (long) numbers(entry, psn) * mtuBytes();
        int bytes = (int) Math.min(most, entry.totalBytes() - offset);
        return begin(entry, psn, Packet.FIRST | Packet.LAST)
                .remote(entry.remoteAddress() + offset, entry.remoteKey(), bytes);
    }

    private Packet atomic(SendEntry entry, int psn) {
        return begin(entry, psn, Packet.FIRST | Packet.LAST)
                .remote(entry.remoteAddress(), entry.remoteKey(), Long.BYTES)
                .operands(entry.compareOrAdd(), entry.swap());
    }

    private Packet message(SendEntry entry, int psn) {
        long offset = offset(entry, psn);
        int bytes = (int) Math.min(mtuBytes(), entry.totalBytes() - offset);
        boolean first = psn == entry.psn();
        boolean last = Psn.next(psn) == entry.endPsn();
        boolean requestsAck =
                last || Psn.distance(entry.psn(), psn) % mostUnasked == mostUnasked - 1;
        int flags =
                (first ? Packet.FIRST : 0)
                        | (last ? Packet.LAST : 0)
                        | (requestsAck ? Packet.ACK_REQUEST : 0);
        Packet packet = begin(entry, psn, flags);
        if (first) {
            packet.remote(entry.remoteAddress(), entry.remoteKey(), (int) entry.totalBytes());
        }
        if (last) {
            packet.argument(entry.immediate());
        }
        return fill(packet, entry, offset, bytes) ? packet : null;
    }

    private boolean fill(Packet packet, SendEntry entry, long offset, int bytes) {
        packet.payloadBytes(bytes);
        if (entry.hasInline()) {
            entry.copyInline((int) offset, packet.payload(), packet.payloadOffset(), bytes);
            return true;
        }
        return pair.domain()
                .gather(entry.pieces(), offset, packet.payload(), packet.payloadOffset(), bytes);
    }

    private Packet begin(SendEntry entry, int psn, int flags) {
        Packet packet = adapter.outgoing().begin(packetOf(entry.opcode()), psn, flags);
        return pair.peer().address(packet).from(adapter.lid(), pair.number());
    }

    private static PacketOpcode packetOf(WorkOpcode opcode) {
        return switch (opcode) {
            case SEND -> PacketOpcode.SEND;
            case SEND_WITH_IMMEDIATE -> PacketOpcode.SEND_WITH_IMMEDIATE;
            case RDMA_WRITE -> PacketOpcode.RDMA_WRITE;
            case RDMA_WRITE_WITH_IMMEDIATE -> PacketOpcode.RDMA_WRITE_WITH_IMMEDIATE;
            case RDMA_READ -> PacketOpcode.RDMA_READ;
            case COMPARE_AND_SWAP -> PacketOpcode.COMPARE_AND_SWAP;
            case FETCH_AND_ADD -> PacketOpcode.FETCH_AND_ADD;
        };
    }

    private long offset(SendEntry entry, int psn) {
        return (long) Psn.distance(entry.psn(), psn) * mtuBytes();
    }

    private int mtuBytes() {
        return pair.attribute(QpAttribute.PATH_MTU);
    }
}
