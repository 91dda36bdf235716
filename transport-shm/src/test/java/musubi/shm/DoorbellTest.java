package musubi.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** How a rank sleeps when some rank of the node cannot wake it. */
class DoorbellTest {
    private static final long PARTITION = PartitionDescriptor.PAGE_BYTES;
    private static final int MORE_THAN_NAPS = 10_000;

    private final MemorySegment map = Arena.ofAuto().allocate(2 * PARTITION, 64);

    /** Whether senders have to wake the rank in any of its next sleeps, which all end at once. */
    private boolean isCounted(Doorbell own) {
        Doorbell sender = new Doorbell(map, PARTITION, true);
        boolean[] counted = {false};
        for (int i = 0; i < MORE_THAN_NAPS; i++) {
            own.sleep(
                    () -> {
                        counted[0] |= sender.hasSleepers();
                        return false;
                    },
                    1);
        }
        return counted[0];
    }

    @Test
    void shouldBeWokenWhenAllRanksHaveAFutex() {
        Doorbell own = new Doorbell(map, PARTITION, true);
        own.announce();
        assertTrue(isCounted(own));
    }

    @Test
    void shouldNapWhenItHasNoFutex() {
        assertFalse(isCounted(new Doorbell(map, PARTITION, false)));
    }

    @Test
    void shouldNapWhenAPeerHasNoFutex() {
        Doorbell own = new Doorbell(map, PARTITION, true);
        new Doorbell(map, 0, false).announce();
        assertFalse(isCounted(own));
    }

    @Test
    void shouldNapLongerWhileNothingArrives() {
        assertEquals(100_000, Doorbell.napNs(0));
        assertEquals(200_000, Doorbell.napNs(100));
        assertEquals(1_600_000, Doorbell.napNs(Short.MAX_VALUE));
    }
}
