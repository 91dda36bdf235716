package musubi.conformance.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** A soak that compares nothing would find nothing. */
class PayloadTest {
    private static final int BYTES = 300;
    private static final long KEY = 42;

    private final Payload payload = Payload.inArray(BYTES).fill(KEY);

    @Test
    void shouldFindAnyByteThatDiffers() {
        for (int i = 0; i < BYTES; i++) {
            byte before = payload.buffer().get(i);
            payload.buffer().put(i, (byte) (before + 1));
            Exception found = assertThrows(IllegalStateException.class, () -> payload.check(KEY));
            String expected =
                    "byte=%d of %d expected=%d found=%d"
                            .formatted(i, BYTES, before, (byte) (before + 1));
            assertEquals(expected, found.getMessage());
            payload.buffer().put(i, before);
        }
        payload.check(KEY);
    }

    @Test
    void shouldFindTheDataOfAnotherKey() {
        assertThrows(IllegalStateException.class, () -> payload.check(KEY + 1));
    }

    @Test
    void shouldFindAByteOutsideOfTheBuffer() {
        byte[] array = payload.buffer().array();
        for (int outside : new int[] {payload.buffer().arrayOffset() - 1, array.length - 1}) {
            byte before = array[outside];
            array[outside]++;
            assertThrows(IllegalStateException.class, () -> payload.check(KEY));
            array[outside] = before;
        }
        payload.check(KEY);
    }
}
