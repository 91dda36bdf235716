package musubi.verbs.wire;

/** Operation of a packet. Verbs: the opcodes and syndromes of the base transport header. */
public enum PacketOpcode {
    SEND(false),
    SEND_WITH_IMMEDIATE(false),
    RDMA_WRITE(false),
    RDMA_WRITE_WITH_IMMEDIATE(false),
    RDMA_READ(false),
    COMPARE_AND_SWAP(false),
    FETCH_AND_ADD(false),
    /** An initiator opens a connection; the packet's number is the first of the connection. */
    CONNECT(false),
    /** An initiator is done with a target. */
    DISCONNECT(false),
    /** Everything up to the packet's number is done. */
    ACKNOWLEDGE(true),
    /** A request is missing; the packet's number is the one expected. */
    NAK_SEQUENCE(true),
    /** No receive is posted; the argument is the code of the wait. */
    NAK_RECEIVER_NOT_READY(true),
    NAK_INVALID_REQUEST(true),
    NAK_REMOTE_ACCESS(true),
    NAK_REMOTE_OPERATION(true),
    READ_RESPONSE(true),
    ATOMIC_RESPONSE(true),
    /** A target has opened the connection (full handshake only). */
    CONNECT_ACKNOWLEDGE(true);

    private static final PacketOpcode[] ALL = values();

    private final boolean response;

    PacketOpcode(boolean response) {
        this.response = response;
    }

    /** The opcode of a code on the wire, or null. */
    static PacketOpcode ofCode(int code) {
        return code >= 0 && code < ALL.length ? ALL[code] : null;
    }

    /** Whether the packet goes to the requester. */
    public boolean isResponse() {
        return response;
    }

    /** Whether the packet may carry data. */
    public boolean carriesData() {
        return switch (this) {
            case SEND, SEND_WITH_IMMEDIATE, RDMA_WRITE, RDMA_WRITE_WITH_IMMEDIATE -> true;
            case READ_RESPONSE, ATOMIC_RESPONSE -> true;
            default -> false;
        };
    }
}
