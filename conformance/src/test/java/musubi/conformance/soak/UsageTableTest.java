package musubi.conformance.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.Arrays;

/** Growth is what the last quarter of the samples has more than the second. */
class UsageTableTest {
    private static final int SAMPLES = 40;

    private final UsageTable table = new UsageTable();

    private void sample(int number, Usage usage, long value) {
        long[] values = new long[Usage.values().length];
        Arrays.fill(values, 100);
        values[usage.ordinal()] = value;
        table.add(number, number, values);
    }

    @Test
    void shouldTellAValueThatGrows() {
        for (int i = 0; i < SAMPLES; i++) {
            sample(i, Usage.DESCRIPTORS, 100 + i);
        }
        assertEquals(100 * (134.5 - 114.5) / 114.5, table.growth(Usage.DESCRIPTORS), 1e-9);
        assertTrue(table.grows(10));
        assertFalse(table.grows(20));
    }

    @Test
    void shouldTolerateAValueThatGrowsAtTheStart() {
        for (int i = 0; i < SAMPLES; i++) {
            sample(i, Usage.ANONYMOUS, 100 * Math.min(i, SAMPLES / 4));
        }
        assertFalse(table.grows(0));
    }
}
