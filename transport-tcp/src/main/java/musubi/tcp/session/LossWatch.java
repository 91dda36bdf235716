package musubi.tcp.session;

import musubi.tcp.socket.PathInfo;

/**
 * Whether a connection loses packets again and again. A congestion control that takes each loss for
 * congestion has about 1.2 / sqrt(loss) segments in flight at most: 56 KB with a loss of 0.1 %,
 * however many the path holds.
 */
final class LossWatch {
    /** Measurements with a loss: a single one may be the end of a slow start. */
    private static final int LOSSES = 2;

    /** Segments for each retransmit from which on loss costs little. */
    static final long HARMLESS_SEGMENTS = 100_000;

    private long retransmits;
    private int measurementsWithLoss;

    /** The next measurement; returns whether the path is lossy. */
    boolean isLossy(PathInfo info) {
        if (info.retransmits() > retransmits) {
            retransmits = info.retransmits();
            measurementsWithLoss++;
        }
        return measurementsWithLoss >= LOSSES && retransmits * HARMLESS_SEGMENTS >= info.segments();
    }
}
