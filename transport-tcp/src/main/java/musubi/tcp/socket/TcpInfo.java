package musubi.tcp.socket;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What the kernel knows of a connection's path: {@code struct tcp_info} of linux/tcp.h, which has
 * grown at its end only.
 */
public final class TcpInfo {
    /** So much of the structure is asked for. */
    static final int BYTES = 168;

    private static final int RTT_US = 68;
    private static final int RECEIVE_SPACE = 96;
    private static final int BYTES_ACKED = 120;
    private static final int BYTES_RECEIVED = 128;
    private static final int DELIVERY_RATE = 160;
    private static final double US_PER_S = 1e6;

    private long sendPathBytes;
    private long receivePathBytes;
    private long transferredBytes;
    private long bufferBytes;

    /**
     * Takes the kernel's; what an old kernel does not tell is zero.
     *
     * @param buffers what the two buffers may hold now, in bytes
     */
    void set(ByteBuffer info, long buffers) {
        info.order(ByteOrder.nativeOrder());
        double rtt = (info.getInt(RTT_US) & 0xffff_ffffL) / US_PER_S;
        set(
                info.getLong(DELIVERY_RATE) * rtt,
                info.getInt(RECEIVE_SPACE),
                info.getLong(BYTES_ACKED) + info.getLong(BYTES_RECEIVED),
                buffers);
    }

    /**
     * Takes these.
     *
     * @param outgoing bandwidth x delay to the peer, in bytes
     * @param incoming bandwidth x delay from the peer, in bytes
     * @param movedSoFar what has been sent and received in all
     * @param buffers as above
     */
    void set(double outgoing, double incoming, long movedSoFar, long buffers) {
        sendPathBytes = (long) outgoing;
        receivePathBytes = (long) incoming;
        transferredBytes = movedSoFar;
        bufferBytes = buffers;
    }

    /** Bytes that are on their way to the peer when the path is full. */
    long sendPathBytes() {
        return sendPathBytes;
    }

    /** Bytes that this rank has taken during one round trip, the most so far. */
    long receivePathBytes() {
        return receivePathBytes;
    }

    /** Bytes sent and received so far. */
    long transferredBytes() {
        return transferredBytes;
    }

    /** What the kernel's buffers may hold now. */
    long bufferBytes() {
        return bufferBytes;
    }
}
