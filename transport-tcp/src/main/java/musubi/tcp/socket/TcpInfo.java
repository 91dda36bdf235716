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
 * @param path times and rates
 */
public record TcpInfo(
        long sendPathBytes,
        long receivePathBytes,
        long transferredBytes,
        long bufferBytes,
        PathTimes path) {
    /** Bytes of the structure that are used. */
    static final int BYTES = 192;

    private static final int APPLICATION_LIMITED = 7;
    private static final int RTT_US = 68;
    private static final int RTT_DEVIATION_US = 72;
    private static final int RECEIVE_SPACE = 96;
    private static final int BYTES_ACKED = 120;
    private static final int BYTES_RECEIVED = 128;
    private static final int UNSENT_BYTES = 144;
    private static final int LEAST_RTT_US = 148;
    private static final int DELIVERY_RATE = 160;
    private static final int BUSY_US = 168;
    private static final int RECEIVER_LIMITED_US = 176;
    private static final int BUFFER_LIMITED_US = 184;
    private static final double US_PER_S = 1e6;

    /**
     * Times and rates of a connection; 0 where the kernel has none.
     *
     * @param rttUs round trip, smoothed
     * @param rttDeviationUs its mean deviation
     * @param leastRttUs the shortest one of the last minutes
     * @param bytesPerS highest rate of delivery lately
     * @param ackedBytes acknowledged by the peer so far
     * @param busyUs time with data in flight so far
     * @param limitedUs the part of it in which the receive window or the send buffer was the limit
     * @param hasUnsent whether more data is waiting to be sent, and was when the rate was measured
     */
    public record PathTimes(
            long rttUs,
            long rttDeviationUs,
            long leastRttUs,
            long bytesPerS,
            long ackedBytes,
            long busyUs,
            long limitedUs,
            boolean hasUnsent) {
        /** Before the first measurement. */
        public static final PathTimes NONE = new PathTimes(0, 0, 0, 0, 0, 0, 0, false);
    }

    /** Decodes the structure. Values unknown to an old kernel are zero. */
    static TcpInfo decode(ByteBuffer info, long bufferBytes) {
        info.order(ByteOrder.nativeOrder());
        double rtt = Integer.toUnsignedLong(info.getInt(RTT_US)) / US_PER_S;
        return new TcpInfo(
                (long) (info.getLong(DELIVERY_RATE) * rtt),
                info.getInt(RECEIVE_SPACE),
                info.getLong(BYTES_ACKED) + info.getLong(BYTES_RECEIVED),
                bufferBytes,
                path(info));
    }

    /** Decodes the times; the order of the bytes is that of the machine. */
    static PathTimes path(ByteBuffer info) {
        return new PathTimes(
                Integer.toUnsignedLong(info.getInt(RTT_US)),
                Integer.toUnsignedLong(info.getInt(RTT_DEVIATION_US)),
                Integer.toUnsignedLong(info.getInt(LEAST_RTT_US)),
                info.getLong(DELIVERY_RATE),
                info.getLong(BYTES_ACKED),
                info.getLong(BUSY_US),
                info.getLong(RECEIVER_LIMITED_US) + info.getLong(BUFFER_LIMITED_US),
                (info.get(APPLICATION_LIMITED) & 1) == 0 && info.getInt(UNSENT_BYTES) != 0);
    }
}
