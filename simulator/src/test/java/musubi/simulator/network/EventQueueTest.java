package musubi.simulator.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;

class EventQueueTest {
    private record Event(long time, long number) {}

    @Test
    void shouldTakeEventsByTimeAndThoseOfOneTimeInTheOrderTheyCame() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        EventQueue queue = new EventQueue();
        PriorityQueue<Event> expected =
                new PriorityQueue<>(
                        Comparator.comparingLong(Event::time).thenComparingLong(Event::number));
        for (long number = 0; number < 200_000; number++) {
            long time =
                    queue.now() + (random.nextBoolean() ? 0 : random.nextLong(1L << (number % 40)));
            queue.add(time, number);
            expected.add(new Event(time, number));
            if (random.nextInt(100) < 55) {
                takeOne(queue, expected, seed);
            }
        }
        while (!expected.isEmpty()) {
            takeOne(queue, expected, seed);
        }
        assertTrue(queue.isEmpty());
    }

    private static void takeOne(EventQueue queue, PriorityQueue<Event> expected, long seed) {
        if (expected.isEmpty()) {
            return;
        }
        Event event = expected.remove();
        assertEquals(event.number, queue.take(), "seed=" + seed);
        assertEquals(event.time, queue.now(), "seed=" + seed);
    }
}
