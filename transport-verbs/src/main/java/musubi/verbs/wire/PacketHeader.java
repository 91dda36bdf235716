package musubi.verbs.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * A packet's header in bytes, little-endian, before its data.
 *
 * <pre>
 *   0  magic and version          32  argument
 *   4  opcode  5 flags            36  length of the message
 *   6  bytes of data              40  remote address
 *   8  from: lid                  48  remote key     52  0
 *  12        queue pair           56  operand
 *  16  to:   lid                  64  value to swap
 *  20        queue pair           72  MAC ({@link PacketMac}), 0 without
 *  24  packet number  28 session  80  data
 * </pre>
 */
final class PacketHeader {
    static final int BYTES = 80;
    static final int SEAL_OFFSET = 72;

    private static final int MAGIC = 0x3142_564D;
    private static final int LENGTH_OFFSET = 6;
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private PacketHeader() {}

    /** Writes the header of a packet, with a MAC of 0; the caller copies the data. */
    static void encode(Packet packet, MemorySegment target, long at) {
        target.set(INT, at, MAGIC);
        target.set(ValueLayout.JAVA_BYTE, at + 4, (byte) packet.opcode().ordinal());
        target.set(ValueLayout.JAVA_BYTE, at + 5, (byte) packet.flags());
        target.set(SHORT, at + LENGTH_OFFSET, (short) packet.payloadBytes());
        target.set(INT, at + 8, packet.sourceLid());
        target.set(INT, at + 12, packet.sourceNumber());
        target.set(INT, at + 16, packet.destinationLid());
        target.set(INT, at + 20, packet.destinationNumber());
        target.set(INT, at + 24, packet.psn());
        target.set(INT, at + 28, packet.session());
        target.set(INT, at + 32, packet.argument());
        target.set(INT, at + 36, packet.lengthBytes());
        target.set(LONG, at + 40, packet.address());
        target.set(INT, at + 48, packet.key());
        target.set(INT, at + 52, 0);
        target.set(LONG, at + 56, packet.operand());
        target.set(LONG, at + 64, packet.swap());
        target.set(LONG, at + SEAL_OFFSET, 0L);
    }

    /**
     * Reads a packet of {@code bytes} bytes, its data as a view of {@code source}; false, and
     * nothing read, if it is malformed: too short, of another length than its header, or with a
     * value out of range.
     */
    static boolean decode(MemorySegment source, long at, int bytes, Packet packet) {
        if (bytes < BYTES || source.get(INT, at) != MAGIC) {
            return false;
        }
        PacketOpcode opcode = PacketOpcode.ofCode(source.get(ValueLayout.JAVA_BYTE, at + 4));
        int payloadBytes = Short.toUnsignedInt(source.get(SHORT, at + LENGTH_OFFSET));
        boolean fits = payloadBytes == bytes - BYTES && payloadBytes <= Packet.MOST_PAYLOAD_BYTES;
        if (opcode == null || !fits || payloadBytes > 0 && !opcode.carriesData()) {
            return false;
        }
        int flags = source.get(ValueLayout.JAVA_BYTE, at + 5);
        int lengthBytes = source.get(INT, at + 36);
        int psn = source.get(INT, at + 24);
        boolean inRange =
                (flags & ~Packet.ALL_FLAGS) == 0
                        && (psn & ~Psn.MASK) == 0
                        && lengthBytes >= 0
                        && lengthBytes <= Packet.MOST_MESSAGE_BYTES
                        && source.get(INT, at + 52) == 0;
        if (!inRange || !isAddress(source, at + 8) || !isAddress(source, at + 16)) {
            return false;
        }
        packet.begin(opcode, psn, flags)
                .from(source.get(INT, at + 8), source.get(INT, at + 12))
                .to(source.get(INT, at + 16), source.get(INT, at + 20))
                .session(source.get(INT, at + 28))
                .argument(source.get(INT, at + 32))
                .remote(source.get(LONG, at + 40), source.get(INT, at + 48), lengthBytes)
                .operands(source.get(LONG, at + 56), source.get(LONG, at + 64))
                .view(source, at + BYTES, payloadBytes);
        return true;
    }

    private static boolean isAddress(MemorySegment source, long at) {
        int number = source.get(INT, at + 4);
        return source.get(INT, at) > 0 && (number & ~Psn.MASK) == 0;
    }
}
