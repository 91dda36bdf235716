package musubi.tcp.socket;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The kernel's measurements of a connection's path: {@code struct tcp_info} of linux/tcp.h, which
 * only ever grows at its end.
 */
public final class TcpInfo {
    /** Bytes of the structure that are used. */
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
     * Decodes the structure. Values unknown to an old kernel are zero.
     *
     * @param buffers capacity of both kernel buffers, in bytes
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
     * Sets all values, in bytes.
     *
     * @param sendPath bandwidth x delay to the peer
     * @param receivePath bandwidth x delay from the peer
     * @param transferred total sent and received
     * @param buffers as above
     */
    void set(double sendPath, double receivePath, long transferred, long buffers) {
        sendPathBytes = (long) sendPath;
        receivePathBytes = (long) receivePath;
        transferredBytes = transferred;
        bufferBytes = buffers;
    }

    /** Bytes in flight to the peer when the path is full. */
    long sendPathBytes() {
        return sendPathBytes;
    }

    /** Most bytes received in one round trip so far. */
    long receivePathBytes() {
        return receivePathBytes;
    }

    /** Bytes sent and received so far. */
    long transferredBytes() {
        return transferredBytes;
    }

    /** Current capacity of both kernel buffers. */
    long bufferBytes() {
        return bufferBytes;
    }
}
