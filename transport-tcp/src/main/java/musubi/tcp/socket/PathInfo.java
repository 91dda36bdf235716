package musubi.tcp.socket;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The kernel's measurements of the path of a connection: further fields of {@code struct tcp_info};
 * see {@link TcpInfo}. All are 0 where an old kernel lacks them.
 *
 * @param minRttUs shortest round trip so far, in microseconds
 * @param rttUs present round trip with its time in queues, in microseconds
 * @param bytesPerSecond rate at which data was delivered to the peer lately
 * @param segments data segments sent so far, with those sent again
 * @param retransmits segments sent again so far
 * @param unanswered whether the peer's kernel has not answered the last attempt, which sent a
 *     segment again, or the last two probes of a closed window
 * @param answerMs time since the last acknowledgement of the peer's kernel, in ms
 * @param times what was sent so far, and how long that took
 */
public record PathInfo(
        long minRttUs,
        long rttUs,
        long bytesPerSecond,
        long segments,
        long retransmits,
        boolean unanswered,
        long answerMs,
        TcpInfo.PathTimes times) {
    private static final int ATTEMPTS = 2; // tcpi_retransmits
    private static final int PROBES = 3;

    /** A kernel answers no more than two probes a second, and so not each of the first ones. */
    private static final int FEWEST_PROBES = 2;

    private static final int LAST_DATA_SENT_MS = 44;
    private static final int LAST_ACK_MS = 56;
    private static final int RTT_US = 68;
    private static final int TOTAL_RETRANSMITS = 100;
    private static final int MIN_RTT_US = 148;
    private static final int DATA_SEGMENTS_OUT = 156;
    private static final int DELIVERY_RATE = 160;
    private static final long US_PER_S = 1_000_000;

    /** The shortest round trip before the first one. */
    private static final long UNKNOWN = 0xffff_ffffL;

    /** Decodes the structure. */
    static PathInfo decode(ByteBuffer info) {
        info.order(ByteOrder.nativeOrder());
        long minRtt = Integer.toUnsignedLong(info.getInt(MIN_RTT_US));
        return new PathInfo(
                minRtt == UNKNOWN ? 0 : minRtt,
                Integer.toUnsignedLong(info.getInt(RTT_US)),
                info.getLong(DELIVERY_RATE),
                Integer.toUnsignedLong(info.getInt(DATA_SEGMENTS_OUT)),
                Integer.toUnsignedLong(info.getInt(TOTAL_RETRANSMITS)),
                Byte.toUnsignedInt(info.get(PROBES)) >= FEWEST_PROBES
                        || info.get(ATTEMPTS) != 0 && isSentAfterAck(info),
                Integer.toUnsignedLong(info.getInt(LAST_ACK_MS)),
                TcpInfo.path(info));
    }

    /** An answer without room for the segment does not reset the number of attempts. */
    private static boolean isSentAfterAck(ByteBuffer info) {
        int ackMs = info.getInt(LAST_ACK_MS);
        return Integer.compareUnsigned(info.getInt(LAST_DATA_SENT_MS), ackMs) < 0;
    }

    /**
     * Bandwidth x round trip, in bytes.
     *
     * @param leastUs round trip in microseconds of a path that goes on behind this one; 0 without
     */
    public long pathBytes(long leastUs) {
        return bytesPerSecond * Math.max(rttUs, leastUs) / US_PER_S;
    }
}
