package musubi.tcp.session;

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
record StreamSample(
        long elapsedUs,
        long busyUs,
        long heldUs,
        long queuedUs,
        long ackedBytes,
        long segments,
        long retransmits) {
    static final StreamSample NONE = new StreamSample(0, 0, 0, 0, 0, 0, 0);

    private static final double BUSY = 0.9;
    private static final double HELD = 0.1;

    /** Both intervals, one after the other. */
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
