package musubi.tcp;

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
    void shouldBearSoManyFailuresASecond(long start) {
        FailureBudget budget = new FailureBudget(start);
        long now = start + 100 * SECOND_NS;
        for (int i = 0; i < FailureBudget.PER_SECOND; i++) {
            assertTrue(budget.isLeft(now), "failures=" + i);
            budget.spend(now);
        }
        assertFalse(budget.isLeft(now));
        assertFalse(budget.isLeft(now + SECOND_NS / FailureBudget.PER_SECOND - 1000));
        assertTrue(budget.isLeft(now + SECOND_NS / 2));
    }

    @Test
    void shouldTellEachCauseOnce() {
        List<String> lines = new ArrayList<>();
        Complaints complaints = new Complaints(3, lines::add);
        for (int i = 0; i < 100; i++) {
            complaints.tell("wrong", "example=" + i);
            complaints.tell("odd", null);
        }
        assertEquals(
                List.of(
                        "musubi: rank=3 tcp: wrong: example=0 (told once)",
                        "musubi: rank=3 tcp: odd (told once)"),
                lines);
    }

    @Test
    void shouldTellABoundedNumberOfCauses() {
        List<String> lines = new ArrayList<>();
        Complaints complaints = new Complaints(3, lines::add);
        for (int i = 0; i < 1000; i++) {
            complaints.tell("cause " + i, null);
        }
        assertTrue(lines.size() < 20);
    }
}
