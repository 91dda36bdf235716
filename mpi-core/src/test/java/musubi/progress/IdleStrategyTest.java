package musubi.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Waits with a core for each rank; those with too few are in {@link ProgressEngineTest}. */
class IdleStrategyTest {
    private static final int BRIEF_SPINS = 50;
    private static final int SPINS = 2000;
    private static final long MS = 1_000_000;

    private final FakeCore core = new FakeCore();
    private final IdleStrategy idle = new IdleStrategy(1, 1, false, core);
    private final IdleStrategy.Wait wait = new IdleStrategy.Wait();

    /** A core on which time passes in yields only. */
    private static final class FakeCore extends IdleStrategy.Core {
        private long nowNs = 1;
        private long yieldNs = 500;
        private int yields;

        @Override
        long nanoTime() {
            return nowNs;
        }

        @Override
        void giveWay() {
            yields++;
            nowNs += yieldNs;
        }
    }

    /** Waits until it is time to sleep; returns the number of spins before the first yield. */
    private int waitOnce() {
        wait.begin();
        int before = core.yields;
        int spins = 0;
        while (core.yields == before) {
            assertTrue(idle.spinOrYield(wait));
            spins++;
        }
        while (idle.spinOrYield(wait)) {
            assertTrue(core.yields > before);
        }
        return spins - 1;
    }

    @Test
    void shouldReportALongWaitOnce() {
        wait.begin();
        for (int i = 1; i < 64; i++) {
            assertFalse(idle.becomesLong(wait));
        }
        assertFalse(wait.takeReported());
        assertTrue(idle.becomesLong(wait));
        assertFalse(idle.becomesLong(wait));
        assertTrue(wait.takeReported());
        assertFalse(wait.takeReported());
        wait.begin();
        assertFalse(idle.becomesLong(wait));
    }

    @Test
    void shouldSleepAfterAMillisecondOfYields() {
        waitOnce();
        assertTrue(wait.idleSinceNs() != 0);
        assertTrue(core.nowNs - wait.idleSinceNs() > MS);
        assertTrue(core.nowNs - wait.idleSinceNs() <= MS + core.yieldNs);
        assertFalse(idle.spinOrYield(wait));
        wait.reset();
        assertEquals(0, wait.idleSinceNs());
        assertTrue(idle.spinOrYield(wait));
    }

    @Test
    void shouldYieldBrieflyOnASharedCoreWhenTheKernelWakesIt() {
        IdleStrategy woken = new IdleStrategy(1, 1, true, core);
        assertEquals(MS / 20, yieldTimeNs(woken));
        while (core.nowNs < 50 * MS) {
            yieldTimeNs(woken);
        }
        assertEquals(MS, yieldTimeNs(woken));
        core.yieldNs = MS / 50;
        yieldTimeNs(woken);
        assertEquals(MS / 20, yieldTimeNs(woken), core.yieldNs);
    }

    /** How long a wait yields before it is time to sleep, to a yield less. */
    private long yieldTimeNs(IdleStrategy strategy) {
        wait.begin();
        while (strategy.spinOrYield(wait)) {
            assertTrue(core.nowNs > 0);
        }
        return core.nowNs - wait.idleSinceNs() - core.yieldNs;
    }

    @Test
    void shouldSleepAtOnceAfterSeveralLongWaits() {
        waitLong(8);
        wait.begin();
        int yields = core.yields;
        assertFalse(idle.spinOrYield(wait));
        assertEquals(core.nowNs, wait.idleSinceNs());
        assertFalse(idle.spinOrYield(wait));
        assertEquals(yields, core.yields);
        core.nowNs += 4 * MS;
        idle.idleEnded(wait);
        assertEquals(0, wait.idleSinceNs());
        assertFalse(idle.spinOrYield(wait));
    }

    @Test
    void shouldSpinAgainAsSoonAsAWaitIsShort() {
        waitLong(8);
        assertFalse(idle.spinOrYield(wait));
        core.nowNs += MS / 10;
        idle.idleEnded(wait);
        assertTrue(idle.spinOrYield(wait));
        idle.idleEnded(wait);
        waitLong(7);
        assertTrue(idle.spinOrYield(wait));
        idle.idleEnded(wait);
        waitLong(7);
        assertTrue(idle.spinOrYield(wait));
    }

    /** Where sleeps are never short, because nothing wakes the rank. */
    @Test
    void shouldTryToYieldFromTimeToTime() {
        waitLong(8);
        int atOnce = 0;
        while (!idle.spinOrYield(wait)) {
            atOnce++;
            core.nowNs += 2 * MS;
            idle.idleEnded(wait);
        }
        assertEquals(16, atOnce);
        idle.idleEnded(wait);
        assertTrue(idle.spinOrYield(wait));
    }

    @Test
    void shouldSleepAtOnceWithTooFewCoresToo() {
        IdleStrategy crowded = new IdleStrategy(2, 1, false, core);
        for (int i = 0; i < 8; i++) {
            assertTrue(crowded.spinOrYield(wait));
            while (crowded.spinOrYield(wait)) {
                assertTrue(core.yields > 0);
            }
            crowded.idleEnded(wait);
        }
        assertFalse(crowded.spinOrYield(wait));
    }

    private void waitLong(int waits) {
        for (int i = 0; i < waits; i++) {
            waitOnce();
            idle.idleEnded(wait);
        }
    }

    @Test
    void shouldSpinLongerOnceTheCoreIsItsOwn() {
        assertEquals(BRIEF_SPINS, waitOnce());
        while (core.nowNs < 50 * MS) {
            assertEquals(BRIEF_SPINS, waitOnce());
        }
        waitOnce();
        assertEquals(SPINS, waitOnce());
    }

    @Test
    void shouldSpinBrieflyWhileOtherThreadsWantTheCore() {
        while (waitOnce() != SPINS) {
            assertTrue(core.nowNs < 100 * MS);
        }
        core.yieldNs = 3 * MS;
        assertEquals(SPINS, waitOnce());
        assertEquals(BRIEF_SPINS, waitOnce());
        core.yieldNs = 500;
        long since = core.nowNs;
        while (waitOnce() != SPINS) {
            assertTrue(core.nowNs - since < 100 * MS);
        }
        assertTrue(core.nowNs - since >= 47 * MS);
    }
}
