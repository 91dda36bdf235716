package musubi.tcp.session;

/**
 * Chooses the number of streams to a peer on a long path with a loss-based congestion control, from
 * samples alone. Such a stream fills a fraction of a path with losses, because each loss reduces
 * its window; several have a window each.
 *
 * <p>Samples are added up in windows of {@value #WINDOW_SAMPLES}. A stream is added on trial after
 * a window with losses in which only the congestion window held data back. It is kept if the rate
 * is {@value #GAIN} times as high then. A trial without gain, or a gain that is lost later, doubles
 * the pause before the next trial, so that changes become rare on a path where streams are no use.
 *
 * <p>Thread rule: the thread with exclusive access.
 */
final class StreamTuner implements StreamPolicy {
    static final int WINDOW_SAMPLES = 10;
    static final double GAIN = 1.1;

    /** Windows between trials, at first and at most. */
    static final int FIRST_PAUSE = 4;

    static final int LONGEST_PAUSE = 256;

    /** Consecutive windows without need of the last stream after which it ends. */
    static final int NEEDLESS_WINDOWS = 2;

    private static final long US_PER_S = 1_000_000;

    private final int most;

    /** Bytes acknowledged per second before a stream was added, by the number of streams. */
    private final long[] rates;

    private int count = 1;
    private int samples;
    private StreamSample window = StreamSample.NONE;
    private Phase phase = Phase.STEADY;
    private int pause = FIRST_PAUSE;
    private int waiting;
    private int needless;

    private enum Phase {
        STEADY,
        /** The new stream is connected and in its slow start. */
        STARTING,
        TRIAL
    }

    /**
     * A tuner that begins with one stream.
     *
     * @param most streams
     */
    StreamTuner(int most) {
        this.most = most;
        rates = new long[most + 1];
    }

    @Override
    public int next(StreamSample sample) {
        window = window.with(sample);
        samples++;
        if (samples == WINDOW_SAMPLES) {
            adjust(window);
            window = StreamSample.NONE;
            samples = 0;
        }
        return count;
    }

    private void adjust(StreamSample done) {
        waiting = Math.max(0, waiting - 1);
        if (done.isIdle()) {
            count = 1;
            needless = 0;
            phase = Phase.STEADY;
            return;
        }
        switch (phase) {
            case STEADY -> adapt(done);
            case STARTING -> phase = Phase.TRIAL;
            case TRIAL -> endTrial(done);
        }
    }

    private void adapt(StreamSample done) {
        boolean hasGain = done.isWindowLimited() && gains(done);
        needless = count == 1 || hasGain ? 0 : needless + 1;
        if (needless == NEEDLESS_WINDOWS) {
            remove(done.isWindowLimited());
        } else if (count < most && waiting == 0 && isShort(done)) {
            rates[count] = rate(done);
            count++;
            phase = Phase.STARTING;
        }
    }

    /** Whether another stream may help; not while it is in doubt whether the last one does. */
    private boolean isShort(StreamSample done) {
        return needless == 0 && done.isWindowLimited() && done.isLossy();
    }

    /** Without a queue at the end of the trial the rates are those of the application. */
    private void endTrial(StreamSample done) {
        phase = Phase.STEADY;
        if (done.isWindowLimited() && gains(done)) {
            pause = FIRST_PAUSE;
        } else {
            remove(done.isWindowLimited());
        }
    }

    /** Of all streams together; the time is the sum of theirs. */
    private long rate(StreamSample done) {
        return done.ackedBytes() * US_PER_S * count / done.elapsedUs();
    }

    private boolean gains(StreamSample done) {
        return count == 1 || rate(done) >= GAIN * rates[count - 1];
    }

    private void remove(boolean isUseless) {
        count--;
        needless = 0;
        waiting = pause;
        pause = isUseless ? Math.min(LONGEST_PAUSE, 2 * pause) : pause;
    }
}
