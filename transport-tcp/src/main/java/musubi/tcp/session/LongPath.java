package musubi.tcp.session;

import musubi.tcp.config.LongPathOptions;
import musubi.tcp.socket.PathInfo;
import musubi.tcp.socket.TcpStream;

/**
 * What is measured of a connection with a long round trip, and chosen for it.
 *
 * <p>Thread rule: the thread with exclusive access.
 */
final class LongPath {
    /** Assumed until more is measured: what a connection sends in the first two round trips. */
    static final long LEAST_BYTES = 64 << 10;

    /** Part of the estimate that a measurement without load takes away. */
    private static final int DECAY = 16;

    /** Consecutive measurements without traffic after which none follows. */
    static final int IDLE_MEASUREMENTS = 16;

    private final TcpStream stream;
    private final LongPathOptions options;
    private final LossWatch losses = new LossWatch();

    /** The whole path's with its relays, in microseconds; 0 if unknown. */
    private long roundTripUs;

    private boolean lossy;

    /** Whether loss slows this path down: its congestion control could not be replaced. */
    private boolean lossBound;

    /** The last measurement, and the one until which {@link #sample} has reported. */
    private PathInfo latest;

    private PathInfo sampled;
    private long pathBytes = LEAST_BYTES;
    private long segments;
    private int quiet;

    /** Whether {@link LongPaths} lists it. */
    boolean active;

    private LongPath(TcpStream stream, LongPathOptions options, PathInfo info, long roundTripUs) {
        this.stream = stream;
        this.options = options;
        latest = info;
        sampled = info;
        this.roundTripUs = roundTripUs;
    }

    /**
     * Of a new connection; null when its path is short, or was not measured. The kernel measures as
     * far as the first relay.
     *
     * @param roundTripUs that of the whole path in microseconds, with all relays; 0 if unknown
     */
    static LongPath of(TcpStream stream, LongPathOptions options, long roundTripUs) {
        PathInfo info = options.rttUs() == 0 ? null : stream.pathInfo();
        return info == null || !options.isLong(Math.max(info.minRttUs(), roundTripUs))
                ? null
                : new LongPath(stream, options, info, roundTripUs);
    }

    /** The round trip of the whole path is another one. */
    void follow(long newRoundTripUs) {
        roundTripUs = newRoundTripUs;
    }

    /** Bandwidth x round trip, in bytes. */
    long bytes() {
        return pathBytes;
    }

    /** Measures the path; false when the connection is idle or broken. */
    boolean measure() {
        PathInfo info = stream.pathInfo();
        if (info == null) {
            return false;
        }
        quiet = info.segments() == segments ? quiet + 1 : 0;
        segments = info.segments();
        latest = info;
        long decayed = pathBytes - pathBytes / DECAY;
        pathBytes = Math.max(LEAST_BYTES, Math.max(decayed, info.pathBytes(roundTripUs)));
        if (!lossy && losses.isLossy(info)) {
            lossy = true;
            adaptToLoss();
        }
        return quiet < IDLE_MEASUREMENTS;
    }

    /** Packets that leave in bursts are lost before a bottleneck with a short queue. */
    private void adaptToLoss() {
        String wanted = options.congestion();
        if (wanted == null || !stream.useCongestionControl(wanted)) {
            stream.pacePackets();
            lossBound = true;
        }
    }

    /** Whether packets are lost again and again under a congestion control that this slows down. */
    boolean isLossBound() {
        return lossBound;
    }

    /**
     * What the connection did until the last measurement, since that of the call before.
     *
     * @param elapsedUs time between the calls, in microseconds
     * @param isQueued whether the kernel has no room for accepted data
     */
    StreamSample sample(long elapsedUs, boolean isQueued) {
        StreamSample sample = StreamSample.of(sampled, latest, elapsedUs, isQueued);
        sampled = latest;
        return sample;
    }
}
