package musubi.tcp.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The kernel of a peer's host, by measurements of this test. */
final class HostSilenceTest {
    private static final long MS = 1_000_000;
    private static final long STEP_MS = HostSilence.INTERVAL_NS / MS;
    private static final long LIMIT_MS = 3000;
    private static final long START_MS = 50_000;

    private final MeasuredPath path = new MeasuredPath();
    private final HostSilence silence = new HostSilence(START_MS * MS);

    private boolean exceeds(long afterMs) {
        return silence.exceeds(LIMIT_MS * MS, (START_MS + afterMs) * MS, path);
    }

    /** The time at which a connection is broken when nothing is answered from a time on. */
    private long brokenMs(long cutMs) {
        for (long ms = STEP_MS; ms < START_MS; ms += STEP_MS) {
            path.unanswered = ms > cutMs;
            path.answerMs = Math.max(0, ms - cutMs);
            if (exceeds(ms)) {
                return ms;
            }
        }
        return 0;
    }

    @Test
    void shouldBreakAConnectionWhenNothingIsAnsweredForTheTime() {
        assertEquals(LIMIT_MS + STEP_MS, brokenMs(0));
    }

    @Test
    void shouldCountFromTheLastMeasurementWithNothingToAnswer() {
        assertEquals(10_000 + LIMIT_MS + STEP_MS, brokenMs(10_000));
    }

    /** A closed window is probed less and less often; each probe is answered in a round trip. */
    @Test
    void shouldKeepAConnectionWhoseLastAnswerIsOldWhenAProbeHasJustBeenSent() {
        path.answerMs = 60_000;
        for (long ms = STEP_MS; ms < 30_000; ms += STEP_MS) {
            path.unanswered = ms % (8 * STEP_MS) == 0;
            assertFalse(exceeds(ms));
        }
    }

    /** Lost segments are sent again, and others are acknowledged meanwhile. */
    @Test
    void shouldKeepAConnectionThatAnswersSomething() {
        path.unanswered = true;
        for (long ms = STEP_MS; ms < 30_000; ms += STEP_MS) {
            path.answerMs = ms % (4 * STEP_MS);
            assertFalse(exceeds(ms));
        }
    }

    @Test
    void shouldMeasureOnceInAnInterval() {
        path.unanswered = true;
        path.answerMs = 60_000;
        assertFalse(exceeds(LIMIT_MS));
        assertFalse(exceeds(LIMIT_MS + STEP_MS - 1));
        assertTrue(exceeds(LIMIT_MS + STEP_MS));
    }

    @Test
    void shouldKeepAConnectionWithoutMeasurementsOrLimit() {
        path.unanswered = true;
        path.answerMs = 60_000;
        assertFalse(silence.exceeds(Long.MAX_VALUE, Long.MAX_VALUE, path));
        path.broken = true;
        assertFalse(exceeds(2 * LIMIT_MS));
    }

    @Test
    void shouldProbeLessOftenWithManyConnections() {
        assertEquals(1, HostSilence.seconds(1));
        assertEquals(1, HostSilence.seconds(LIMIT_MS * MS));
        assertEquals(4, HostSilence.seconds(4 * LIMIT_MS * MS));
        assertEquals(1, HostSilence.idleSeconds(1, 2));
        assertEquals(2, HostSilence.idleSeconds(1, 64));
        assertEquals(10, HostSilence.idleSeconds(1, 1024));
        assertEquals(4, HostSilence.idleSeconds(4, 64));
    }
}
