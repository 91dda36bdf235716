package musubi.tcp.handshake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;

final class FailureBudgetTest {
    private static final long SECOND_NS = 1_000_000_000L;

    @ParameterizedTest
    @ValueSource(longs = {0, 5 * SECOND_NS, Long.MAX_VALUE - 1000, Long.MIN_VALUE})
    void shouldAllowABoundedRateOfFailures(long start) {
        FailureBudget budget = new FailureBudget(start);
        long now = start + 100 * SECOND_NS;
        for (int i = 0; i < FailureBudget.PER_SECOND; i++) {
            assertTrue(budget.isAvailable(now), "failures=" + i);
            budget.onFailure(now);
        }
        assertFalse(budget.isAvailable(now));
        assertFalse(budget.isAvailable(now + SECOND_NS / FailureBudget.PER_SECOND - 1000));
        assertTrue(budget.isAvailable(now + SECOND_NS / 2));
    }

    @Test
    void shouldLogEachCauseOnce() {
        List<String> lines = new ArrayList<>();
        DistinctErrorLog log = new DistinctErrorLog(3, lines::add);
        for (int i = 0; i < 100; i++) {
            log.logOnce("wrong", "example=" + i);
            log.logOnce("odd", null);
        }
        assertEquals(
                List.of(
                        "musubi: rank=3 tcp: wrong: example=0 (logged once)",
                        "musubi: rank=3 tcp: odd (logged once)"),
                lines);
    }

    @Test
    void shouldLogABoundedNumberOfCauses() {
        List<String> lines = new ArrayList<>();
        DistinctErrorLog log = new DistinctErrorLog(3, lines::add);
        for (int i = 0; i < 1000; i++) {
            log.logOnce("cause " + i, null);
        }
        assertTrue(lines.size() < 20);
    }
}
