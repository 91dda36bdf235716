package musubi.tcp.session;

import musubi.tcp.socket.PathInfo;
import musubi.tcp.socket.TcpInfo.PathTimes;

/**
 * What the connections of a peer did in an interval, added up.
 *
 * @param elapsedUs length of the interval times the number of connections, in microseconds
 * @param busyUs the part of it with data in flight
 * @param heldUs the part of that in which the receive window or the send buffer was the limit
 * @param queuedUs the part of it with accepted data that the kernel had no room for
 * @param ackedBytes acknowledged by the peer
 * @param segments data segments sent, with those sent again
 * @param retransmits segments sent again
 */
public record StreamSample(
        long elapsedUs,
        long busyUs,
        long heldUs,
        long queuedUs,
        long ackedBytes,
        long segments,
        long retransmits) {
    /** Of no time. */
    public static final StreamSample NONE = new StreamSample(0, 0, 0, 0, 0, 0, 0);

    private static final double BUSY = 0.9;
    private static final double HELD = 0.1;

    /**
     * Of one connection.
     *
     * @param before measured at the begin of the interval
     * @param now measured at its end
     * @param isQueued whether the kernel has no room for accepted data at its end
     */
    static StreamSample of(PathInfo before, PathInfo now, long elapsedUs, boolean isQueued) {
        PathTimes from = before.times();
        PathTimes to = now.times();
        return new StreamSample(
                elapsedUs,
                to.busyUs() - from.busyUs(),
                to.limitedUs() - from.limitedUs(),
                isQueued ? elapsedUs : 0,
                to.ackedBytes() - from.ackedBytes(),
                now.segments() - before.segments(),
                now.retransmits() - before.retransmits());
    }

    /** Of a connection that did nothing, or does not exist. */
    static StreamSample idle(long elapsedUs) {
        return new StreamSample(elapsedUs, 0, 0, 0, 0, 0, 0);
    }

    /** Both intervals, or what two connections did in the same one. */
    StreamSample with(StreamSample next) {
        return new StreamSample(
                elapsedUs + next.elapsedUs,
                busyUs + next.busyUs,
                heldUs + next.heldUs,
                queuedUs + next.queuedUs,
                ackedBytes + next.ackedBytes,
                segments + next.segments,
                retransmits + next.retransmits);
    }

    boolean isIdle() {
        return ackedBytes == 0 && busyUs == 0;
    }

    /**
     * Whether only the congestion window held data back, so that the rate shows what it permits.
     */
    boolean isWindowLimited() {
        return elapsedUs > 0
                && busyUs >= BUSY * elapsedUs
                && queuedUs >= BUSY * elapsedUs
                && heldUs <= HELD * busyUs;
    }

    /** Whether the rate of loss slows a loss-based congestion control down. */
    boolean isLossy() {
        return retransmits > 0 && retransmits * LossWatch.HARMLESS_SEGMENTS >= segments;
    }
}
