package musubi.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.bootstrap.Stall;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Which loops of polls are reported as a stall. */
class PollLoopTest extends StallFixture {
    /** Times that move only by polls and computations. */
    private static final class Times implements PollLoop.Clock {
        private long now;
        private long cpu;

        @Override
        public long nowNs() {
            return now;
        }

        @Override
        public long cpuNs() {
            return cpu;
        }
    }

    private final Times times = new Times();

    private PollLoop loop(StallDetector stalls, boolean pollsEnd) {
        return new PollLoop(stalls, counts, new StallDetector.Times(0, 40, pollsEnd), times);
    }

    /** A poll of this time, and what the thread does until the next one. */
    private void poll(PollLoop loop, long pollNs, long computeNs, long sleepNs) {
        if (loop.afterPoll(false, loop.isMeasured() ? pollNs : 0)) {
            loop.polled(awaited);
        }
        times.cpu += pollNs + computeNs;
        times.now += pollNs + computeNs + sleepNs;
    }

    /** Polls for some times the time after which polls count. */
    private void pollLong(PollLoop loop, long pollNs, long computeNs, long sleepNs) {
        long endNs = times.now + 400_000_000;
        while (times.now < endNs) {
            poll(loop, pollNs, computeNs, sleepNs);
        }
    }

    @Test
    void shouldReportALoopOfPollsUntilSomethingComes() {
        PollLoop loop = loop(detector, true);
        pollLong(loop, 1_000, 0, 0);
        assertEquals(List.of("stalled 1"), take());
        Stall stall = stalls.get(0);
        assertEquals("one; or two", stall.waits().get(0).description());
        assertEquals(List.of(2, 4), stall.waits().get(0).ranks());
        assertEquals(Stall.Release.UNKNOWN, stall.waits().get(0).release());
        assertFalse(stall.mayStopPolling());
        assertNull(stall.traffic());
        probe = 3;
        pollLong(loop, 1_000, 0, 0);
        assertEquals(List.of("confirm 1 3"), take());
        assertFalse(loop.afterPoll(true, 0));
        assertEquals(List.of("resumed"), take());
        pollLong(loop, 1_000, 0, 0);
        assertEquals(List.of("stalled 2"), take());
        sent++;
        pollLong(loop, 1_000, 0, 0);
        assertEquals(List.of("resumed", "stalled 3"), take());
        assertTrue(stallThatMayEnd().mayStopPolling());
    }

    private Stall stallThatMayEnd() {
        probe = 0;
        pollLong(loop(detector(0), false), 1_000, 0, 0);
        assertEquals(List.of("stalled 1"), take());
        return stalls.getLast();
    }

    @Test
    void shouldNotReportPollsBeforeTheirTime() {
        PollLoop loop = loop(detector, true);
        while (times.now < 40_000_000) {
            poll(loop, 1_000, 0, 0);
        }
        assertTrue(take().isEmpty());
    }

    @Test
    void shouldReportPollsWithSleepsBetweenThem() {
        PollLoop loop = loop(detector, true);
        pollLong(loop, 1_000, 35_000, 400_000);
        assertEquals(List.of("stalled 1"), take());
    }

    @Test
    void shouldNotReportPollsWhileTheThreadComputes() {
        pollLong(loop(detector, true), 1_000, 100_000, 0);
        assertTrue(take().isEmpty());
        PollLoop later = loop(detector, true);
        pollLong(later, 1_000, 0, 0);
        assertEquals(List.of("stalled 1"), take());
        pollLong(later, 1_000, 100_000, 0);
        assertEquals(List.of("resumed"), take());
    }

    @Test
    void shouldNotReportPollsWhileAnotherThreadWaits() {
        Thread waiting = new Thread(() -> detector.afterSleep(wait, awaited));
        waiting.start();
        join(waiting);
        assertEquals(List.of("stalled 1"), take());
        pollLong(loop(detector, true), 1_000, 0, 0);
        assertEquals(List.of("resumed"), take());
    }

    /** The thread may be about to send. */
    @Test
    void shouldNotReportPollsWhileAnotherThreadRuns() {
        ThreadGroup rank = new ThreadGroup("rank");
        StallDetector crowd =
                new StallDetector(
                        link,
                        counts,
                        work,
                        new StallDetector.Times(0, 0, true),
                        new ThreadActivity(gate, true, _ -> rank),
                        failures);
        CountDownLatch over = new CountDownLatch(1);
        Thread busy = new Thread(rank, () -> spinUntil(over));
        busy.start();
        PollLoop loop = loop(crowd, true);
        pollLong(loop, 1_000, 0, 0);
        over.countDown();
        join(busy);
        assertTrue(take().isEmpty());
        pollLong(loop, 1_000, 0, 0);
        assertEquals(List.of("stalled 1"), take());
    }
}
