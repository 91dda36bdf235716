package musubi.verbs.transport.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

class ReceiveHistoryTest {
    private static final int SOURCES = 40;

    private static void count(ReceiveHistory history, int source, int messages) {
        for (int i = 0; i < messages; i++) {
            history.count(source);
        }
    }

    @Test
    void shouldDropEntriesWhenTheyLeaveTheWindow() {
        ReceiveHistory history = new ReceiveHistory(2, 100);
        count(history, 3, 5);
        history.endPeriod();
        count(history, 3, 7);
        count(history, 0, 1);
        history.endPeriod();
        assertEquals(12, history.of(3));
        history.endPeriod();
        assertEquals(7, history.of(3));
        assertEquals(8, history.all());
        history.endPeriod();
        assertEquals(0, history.all());
        assertEquals(4, history.sources());
        assertEquals(0, history.entries());
    }

    @Test
    void shouldShortenTheWindowWhenManySourcesSend() {
        ReceiveHistory history = new ReceiveHistory(1000, 10);
        for (int period = 0; period < 5; period++) {
            for (int source = 0; source < 4; source++) {
                count(history, source, period + 1);
            }
            history.endPeriod();
        }
        assertEquals(2, history.periods());
        assertEquals(8, history.entries());
        assertEquals(4 + 5, history.of(1));
    }

    @Test
    void shouldAgreeWithATableWhenTrafficIsRandom() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int periods = 1 + random.nextInt(6);
        ReceiveHistory history = new ReceiveHistory(periods, SOURCES * (periods + 1));
        Deque<int[]> table = new ArrayDeque<>();
        for (int period = 0; period < 50; period++) {
            int[] counts = new int[SOURCES];
            for (int i = random.nextInt(200); i > 0; i--) {
                int source = random.nextInt(1 + random.nextInt(SOURCES));
                counts[source]++;
                history.count(source);
            }
            history.endPeriod();
            table.add(counts);
            if (table.size() > periods) {
                table.remove();
            }
            for (int source = 0; source < SOURCES; source++) {
                int at = source;
                long expected = table.stream().mapToLong(row -> row[at]).sum();
                assertEquals(expected, history.of(source), "seed=" + seed);
            }
        }
        assertTrue(history.periods() <= periods);
    }
}
