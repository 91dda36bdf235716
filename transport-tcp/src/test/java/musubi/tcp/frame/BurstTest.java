package musubi.tcp.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.IntStream;

/** When the frames of a burst go out. */
final class BurstTest {
    private final PollCount polls = new PollCount();
    private final Burst burst = new Burst(polls);

    /** Puts a frame; returns whether it and those held before go out. */
    private boolean sends(int bytes) {
        boolean sends = !burst.holds(bytes);
        if (sends) {
            burst.release();
        }
        return sends;
    }

    @Test
    void shouldSendLongerPartsTheLongerTheBurstLasts() {
        List<Integer> sent = IntStream.rangeClosed(1, 70).filter(_ -> sends(8)).boxed().toList();
        assertEquals(List.of(1, 2, 3, 4, 5, 6, 7, 8, 15, 29, 45, 61), sent);
    }

    @Test
    void shouldBeginAgainWithAPoll() {
        for (int frame = 0; frame < 100; frame++) {
            sends(8);
        }
        polls.increment();
        assertTrue(sends(8));
        assertTrue(sends(8));
    }

    @Test
    void shouldNotHoldALargeFrame() {
        for (int frame = 0; frame < 99; frame++) {
            sends(8);
        }
        assertFalse(sends(8));
        assertTrue(burst.isHolding());
        assertTrue(sends(100_000));
        assertFalse(burst.isHolding());
    }
}
