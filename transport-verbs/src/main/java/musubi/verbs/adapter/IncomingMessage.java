package musubi.verbs.adapter;

import musubi.verbs.memory.MemoryRegion;
import musubi.verbs.wire.Packet;
import musubi.verbs.wire.PacketOpcode;
import musubi.verbs.work.ReceiveWorkRequest;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A message in reassembly: its kind, the bytes received, and the destination of the rest. */
final class IncomingMessage {
    private PacketOpcode opcode;
    private ReceiveWorkRequest receive;
    private int bytes;
    private long start;
    private int key;
    private int lengthBytes;

    /** Whether the message is incomplete. */
    boolean isBegun() {
        return opcode != null;
    }

    /** Whether the packet may come next and is cut at the path MTU. */
    boolean fits(Packet packet, int mtuBytes) {
        boolean continues = packet.isFirst() ? opcode == null : opcode == packet.opcode();
        boolean cut =
                packet.isLast()
                        ? packet.payloadBytes() <= mtuBytes
                        : packet.payloadBytes() == mtuBytes;
        return continues && cut && (packet.isLast() || packet.opcode().carriesData());
    }

    /** Sets the destination of a write. */
    void startWrite(Packet first) {
        start = first.address();
        key = first.key();
        lengthBytes = first.lengthBytes();
        bytes = 0;
    }

    /** Whether a packet of a write is within the length given by the first one. */
    boolean hasRoom(Packet packet) {
        long after = (long) bytes + packet.payloadBytes();
        return packet.isLast() ? after == lengthBytes : after < lengthBytes;
    }

    /** Sets the receive that it consumes. */
    void fill(ReceiveWorkRequest request) {
        receive = request;
    }

    /** Copies the data of a write. */
    void copyTo(MemoryRegion target, Packet packet) {
        MemorySegment.copy(
                packet.payload(),
                ValueLayout.JAVA_BYTE,
                packet.payloadOffset(),
                target.memory(),
                ValueLayout.JAVA_BYTE,
                target.offsetOf(address()),
                packet.payloadBytes());
    }

    /** Counts a packet. */
    void add(Packet packet) {
        opcode = packet.opcode();
        bytes += packet.payloadBytes();
    }

    void end() {
        opcode = null;
        receive = null;
        bytes = 0;
    }

    ReceiveWorkRequest receive() {
        return receive;
    }

    /** Removes and returns the receive; null if there is none. */
    ReceiveWorkRequest takeReceive() {
        ReceiveWorkRequest taken = receive;
        receive = null;
        return taken;
    }

    /** Bytes received. */
    int bytes() {
        return bytes;
    }

    /** Address of the next byte of a write. */
    long address() {
        return start + bytes;
    }

    int key() {
        return key;
    }

    int lengthBytes() {
        return lengthBytes;
    }
}
