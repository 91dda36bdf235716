package musubi.verbs.adapter;

import musubi.verbs.memory.MemoryRegion;
import musubi.verbs.wire.Packet;
import musubi.verbs.wire.PacketOpcode;
import musubi.verbs.work.ReceiveWorkRequest;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A message of which some packets have come: what it is, how much is here, where the rest goes. */
final class IncomingMessage {
    private PacketOpcode opcode;
    private ReceiveWorkRequest receive;
    private int bytes;
    private long start;
    private int key;
    private int lengthBytes;

    /** Whether some packets have come and others not. */
    boolean isBegun() {
        return opcode != null;
    }

    /** Whether the packet is one that may come next, and cut as the path MTU asks. */
    boolean fits(Packet packet, int mtuBytes) {
        boolean continues = packet.isFirst() ? opcode == null : opcode == packet.opcode();
        boolean cut =
                packet.isLast()
                        ? packet.payloadBytes() <= mtuBytes
                        : packet.payloadBytes() == mtuBytes;
        return continues && cut && (packet.isLast() || packet.opcode().carriesData());
    }

    /** Sets where a write goes. */
    void startWrite(Packet first) {
        start = first.address();
        key = first.key();
        lengthBytes = first.lengthBytes();
        bytes = 0;
    }

    /** Whether a packet of a write is within the length that the first one told. */
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

    /** The receive, for the last time; null if there is none. */
    ReceiveWorkRequest takeReceive() {
        ReceiveWorkRequest taken = receive;
        receive = null;
        return taken;
    }

    /** Bytes that have come. */
    int bytes() {
        return bytes;
    }

    /** Where the next byte of a write goes. */
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
