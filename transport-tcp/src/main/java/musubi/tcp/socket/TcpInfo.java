package musubi.tcp.socket;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The kernel's measurements of a connection's path, in bytes: {@code struct tcp_info} of
 * linux/tcp.h, which only ever grows at its end.
 *
 * @param sendPathBytes in flight to the peer when the path is full: bandwidth x delay
 * @param receivePathBytes most received in one round trip so far
 * @param transferredBytes sent and received so far
 * @param bufferBytes current capacity of both kernel buffers
 */
public record TcpInfo(
        long sendPathBytes, long receivePathBytes, long transferredBytes, long bufferBytes) {
    /** Bytes of the structure that are used. */
    static final int BYTES = 168;

    private static final int RTT_US = 68;
    private static final int RECEIVE_SPACE = 96;
    private static final int BYTES_ACKED = 120;
    private static final int BYTES_RECEIVED = 128;
    private static final int DELIVERY_RATE = 160;
    private static final double US_PER_S = 1e6;

    /** Decodes the structure. Values unknown to an old kernel are zero. */
    static TcpInfo decode(ByteBuffer info, long bufferBytes) {
        info.order(ByteOrder.nativeOrder());
        double rtt = Integer.toUnsignedLong(info.getInt(RTT_US)) / US_PER_S;
        return new TcpInfo(
                (long) (info.getLong(DELIVERY_RATE) * rtt),
                info.getInt(RECEIVE_SPACE),
                info.getLong(BYTES_ACKED) + info.getLong(BYTES_RECEIVED),
                bufferBytes);
    }
}
