package musubi.tcp.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** A peer is lost after many connections without progress and a time, not after one of both. */
class ReconnectLimiterTest {
    private static final long LIMIT_NS = 30_000_000_000L;
    private static final long START_NS = Long.MAX_VALUE - 1000;
    private static final int MANY = 10 * ReconnectLimiter.MIN_FRUITLESS;

    private final ReconnectLimiter limiter = new ReconnectLimiter(1, LIMIT_NS);

    private boolean breakAt(long ns, long progress) {
        return limiter.mayReconnect(progress, "reset", START_NS + ns);
    }

    @Test
    void shouldReconnectWhenManyConnectionsBreakInAShortTime() {
        for (int i = 0; i < MANY; i++) {
            assertTrue(breakAt(i, 0), "connection " + i);
        }
    }

    @Test
    void shouldReconnectWhenFewConnectionsBreakInALongTime() {
        for (int i = 0; i < ReconnectLimiter.MIN_FRUITLESS; i++) {
            assertTrue(breakAt(i * LIMIT_NS, 0), "connection " + i);
        }
    }

    @Test
    void shouldLoseThePeerWhenManyConnectionsBreakInALongTime() {
        for (int i = 0; i < ReconnectLimiter.MIN_FRUITLESS; i++) {
            breakAt(0, 0);
        }
        assertTrue(breakAt(LIMIT_NS - 1, 0));
        assertFalse(breakAt(LIMIT_NS, 0));
        assertEquals(
                "101 connections in 30.0 s broke without progress, the last one: reset",
                limiter.loss());
    }

    @Test
    void shouldBeginAgainWhenAConnectionMakesProgress() {
        for (int i = 0; i < ReconnectLimiter.MIN_FRUITLESS; i++) {
            breakAt(0, 0);
        }
        assertTrue(breakAt(LIMIT_NS, 1));
        assertEquals(0, limiter.pauseNs());
        for (int i = 0; i < MANY; i++) {
            assertTrue(breakAt(2 * LIMIT_NS - 1, 1));
        }
        assertFalse(breakAt(2 * LIMIT_NS, 1));
    }

    @Test
    void shouldPauseWhenConnectionsBreakRepeatedly() {
        for (int i = 0; i < 10; i++) {
            breakAt(0, 0);
            assertEquals(0, limiter.pauseNs(), "connection " + i);
        }
        breakAt(0, 0);
        assertEquals(ReconnectLimiter.PAUSE_NS, limiter.pauseNs());
    }
}
