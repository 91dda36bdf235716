package musubi.verbs.wire;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * One packet: the fields of its header, and data of at most {@link #MOST_PAYLOAD_BYTES}. Mutable
 * and used again and again; a packet that is kept must be copied. The data lies in the packet's own
 * memory, behind room for the header, or is a view of a wire's memory until the next poll of that
 * wire.
 */
public final class Packet {
    /** The largest path MTU. */
    public static final int MOST_PAYLOAD_BYTES = 4096;

    /** Longest message in bytes; its packets carry it in parts. */
    public static final int MOST_MESSAGE_BYTES = 1 << 30;

    /** The packet starts a message. */
    public static final int FIRST = 1;

    /** The packet ends a message. */
    public static final int LAST = 2;

    /** The requester requests an acknowledgement. */
    public static final int ACK_REQUEST = 4;

    /** All of them. */
    public static final int ALL_FLAGS = FIRST | LAST | ACK_REQUEST;

    private final MemorySegment own =
            Arena.ofAuto().allocate(PacketHeader.BYTES + MOST_PAYLOAD_BYTES, Long.BYTES);
    private final ByteBuffer ownBytes = own.asByteBuffer();
    private MemorySegment payload = own;
    private long payloadOffset = PacketHeader.BYTES;
    private int payloadBytes;
    private int sourceLid;
    private int sourceNumber;
    private int destinationLid;
    private int destinationNumber;
    private int session;
    private PacketOpcode opcode = PacketOpcode.ACKNOWLEDGE;
    private int flags;
    private int psn;
    private int argument;
    private int lengthBytes;
    private long address;
    private int key;
    private long operand;
    private long swap;

    /** Starts a packet without data; addresses follow. */
    public Packet begin(PacketOpcode newOpcode, int newPsn, int newFlags) {
        opcode = newOpcode;
        psn = newPsn;
        flags = newFlags;
        payload = own;
        payloadOffset = PacketHeader.BYTES;
        payloadBytes = 0;
        session = 0;
        argument = 0;
        return remote(0, 0, 0).operands(0, 0);
    }

    /** Sets the source: local identifier of an adapter, number of a queue pair. */
    public Packet from(int lid, int number) {
        sourceLid = lid;
        sourceNumber = number;
        return this;
    }

    /** Sets the destination: local identifier of an adapter, number of a queue pair. */
    public Packet to(int lid, int number) {
        destinationLid = lid;
        destinationNumber = number;
        return this;
    }

    /** The connection of an initiator that the packet belongs to; 0 for a reliable connection. */
    public Packet session(int value) {
        session = value;
        return this;
    }

    /** Immediate value, code of a wait, or whether a handshake is wanted, by opcode. */
    public Packet argument(int value) {
        argument = value;
        return this;
    }

    /** Memory of the receiver that a request names, and how much of it. */
    public Packet remote(long newAddress, int newKey, int newLengthBytes) {
        address = newAddress;
        key = newKey;
        lengthBytes = newLengthBytes;
        return this;
    }

    /** Operands of an atomic; the first is the access key of a connect. */
    public Packet operands(long first, long second) {
        operand = first;
        swap = second;
        return this;
    }

    /** Sets the number of bytes written to {@link #payload}. */
    public void payloadBytes(int bytes) {
        payloadBytes = bytes;
    }

    /** Makes the data a view of foreign memory. */
    void view(MemorySegment memory, long offset, int bytes) {
        payload = memory;
        payloadOffset = offset;
        payloadBytes = bytes;
    }

    /** Takes all fields and the data of another packet. */
    void copyFrom(Packet other) {
        begin(other.opcode, other.psn, other.flags);
        from(other.sourceLid, other.sourceNumber).to(other.destinationLid, other.destinationNumber);
        session(other.session).argument(other.argument);
        remote(other.address, other.key, other.lengthBytes).operands(other.operand, other.swap);
        payloadBytes = other.payloadBytes;
        MemorySegment.copy(
                other.payload, other.payloadOffset, own, payloadOffset, other.payloadBytes);
    }

    /** The packet's own memory: room for the header, then room for the data. */
    MemorySegment ownMemory() {
        return own;
    }

    /** {@link #ownMemory} as a buffer, position and limit at the whole of it. */
    ByteBuffer ownBytes() {
        return ownBytes.clear();
    }

    /** Where the data lies. */
    public MemorySegment payload() {
        return payload;
    }

    /** Where it starts there. */
    public long payloadOffset() {
        return payloadOffset;
    }

    /** Bytes of data. */
    public int payloadBytes() {
        return payloadBytes;
    }

    /** The adapter that sent it. */
    public int sourceLid() {
        return sourceLid;
    }

    /** The queue pair that sent it. */
    public int sourceNumber() {
        return sourceNumber;
    }

    /** The adapter that it is for. */
    public int destinationLid() {
        return destinationLid;
    }

    /** The queue pair that it is for. */
    public int destinationNumber() {
        return destinationNumber;
    }

    /** The connection of an initiator; 0 for a reliable connection. */
    public int session() {
        return session;
    }

    /** Opcode. */
    public PacketOpcode opcode() {
        return opcode;
    }

    /** Some of {@link #ALL_FLAGS}. */
    public int flags() {
        return flags;
    }

    /** Whether it starts a message. */
    public boolean isFirst() {
        return (flags & FIRST) != 0;
    }

    /** Whether it ends a message. */
    public boolean isLast() {
        return (flags & LAST) != 0;
    }

    /** Packet sequence number, 24 bits; a response carries that of its request. */
    public int psn() {
        return psn;
    }

    /** See {@link #argument(int)}. */
    public int argument() {
        return argument;
    }

    public int lengthBytes() {
        return lengthBytes;
    }

    /** Where in the memory of the receiver. */
    public long address() {
        return address;
    }

    /** The key of that memory. */
    public int key() {
        return key;
    }

    /** See {@link #operands}. */
    public long operand() {
        return operand;
    }

    public long swap() {
        return swap;
    }
}
