package musubi.tcp.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.function.IntFunction;

/** The number of streams for samples of this test. */
final class StreamTunerTest {
    private static final int MOST = 8;
    private static final long US = 50_000;
    private static final long BYTES = 1_000_000;

    private final StreamTuner tuner = new StreamTuner(MOST);
    private int count = 1;
    private int changes;

    private static StreamSample limited(long bytes) {
        return new StreamSample(US, US, 0, US, bytes, bytes / 1000, 1);
    }

    /** Each stream has its own share of a path that is not filled. */
    private static StreamSample scaling(int streams) {
        return limited(streams * BYTES);
    }

    private static StreamSample flat(int streams) {
        return limited(BYTES);
    }

    /** The times of one stream become those of all. */
    private StreamSample ofAll(StreamSample one) {
        return new StreamSample(
                count * one.elapsedUs(),
                count * one.busyUs(),
                count * one.heldUs(),
                count * one.queuedUs(),
                one.ackedBytes(),
                one.segments(),
                one.retransmits());
    }

    private void run(int windows, IntFunction<StreamSample> path) {
        for (int i = 0; i < windows * StreamTuner.WINDOW_SAMPLES; i++) {
            int next = tuner.next(ofAll(path.apply(count)));
            assertTrue(next >= 1 && next <= MOST, "streams=" + next);
            changes += next == count ? 0 : 1;
            count = next;
        }
    }

    private void assertOneStream(StreamSample sample) {
        run(100, (int _) -> sample);
        assertEquals(1, count);
        assertEquals(0, changes);
    }

    @Test
    void shouldKeepOneStreamWhenNothingIsLost() {
        assertOneStream(new StreamSample(US, US, 0, US, BYTES, 1000, 0));
    }

    @Test
    void shouldKeepOneStreamWhenLossIsHarmless() {
        assertOneStream(new StreamSample(US, US, 0, US, BYTES, 1_000_000, 1));
    }

    @Test
    void shouldKeepOneStreamWhenTheReceiverIsTheLimit() {
        assertOneStream(new StreamSample(US, US, US / 2, US, BYTES, 1000, 1));
    }

    @Test
    void shouldKeepOneStreamWhenTheApplicationIsTheLimit() {
        assertOneStream(new StreamSample(US, US, 0, US / 2, BYTES, 1000, 1));
        assertOneStream(new StreamSample(US, US / 2, 0, US, BYTES, 1000, 1));
    }

    @Test
    void shouldKeepOneStreamWhenNoMoreAreAllowed() {
        StreamTuner single = new StreamTuner(1);
        for (int i = 0; i < 100; i++) {
            assertEquals(1, single.next(scaling(1)));
        }
    }

    @Test
    void shouldAddStreamsUpToTheMostWhileTheRateRises() {
        run(3, StreamTunerTest::scaling);
        assertEquals(2, count);
        run(100, StreamTunerTest::scaling);
        assertEquals(MOST, count);
        assertEquals(MOST - 1, changes);
    }

    @Test
    void shouldStopAddingWhenThePathIsFull() {
        // Two streams gain, the third has less than a tenth.
        IntFunction<StreamSample> full = streams -> limited(Math.min(streams * 10, 21) * BYTES);
        run(6, full);
        assertEquals(2, count);
    }

    @Test
    void shouldTakeAStreamAwayWhenTheRateDoesNotRise() {
        run(1, StreamTunerTest::flat);
        assertEquals(2, count);
        run(2, StreamTunerTest::flat);
        assertEquals(1, count);
    }

    @Test
    void shouldTryEverMoreRarelyWhenTheRateNeverRises() {
        int windows = 4000;
        run(windows, StreamTunerTest::flat);
        int doublings = Integer.numberOfTrailingZeros(StreamTuner.LONGEST_PAUSE);
        int trials = doublings + windows / StreamTuner.LONGEST_PAUSE + 1;
        assertTrue(changes <= 2 * trials, "changes=" + changes);
    }

    @Test
    void shouldTakeStreamsAwayWhenTheirGainIsGone() {
        run(100, StreamTunerTest::scaling);
        run(100, streams -> new StreamSample(US, US, US, US, BYTES, 1000, 0));
        assertEquals(1, count);
        assertEquals(2 * (MOST - 1), changes);
    }

    @Test
    void shouldKeepStreamsWhenOneWindowIsSlow() {
        run(100, StreamTunerTest::scaling);
        run(1, StreamTunerTest::flat);
        run(10, StreamTunerTest::scaling);
        assertEquals(MOST, count);
        assertEquals(MOST - 1, changes);
    }

    @Test
    void shouldReturnToOneStreamWhenThePeerIsIdle() {
        run(100, StreamTunerTest::scaling);
        run(1, (int _) -> new StreamSample(US, 0, 0, 0, 0, 0, 0));
        assertEquals(1, count);
    }
}
