package imb.operation;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Random;

/** Verification by {@code -check}. */
class PayloadTest {
    private static final int LENGTH = 1000;
    private static final int SENDER = 3;
    private static final long ITERATION = 17;

    private static List<Object> buffers() {
        return List.of(
                new byte[LENGTH],
                ByteBuffer.allocateDirect(LENGTH),
                new float[LENGTH],
                FloatBuffer.allocate(LENGTH));
    }

    private static void verify(Payload payload, int sender, long iteration) {
        payload.verify(0, LENGTH, sender, iteration, 0);
    }

    @ParameterizedTest
    @MethodSource("buffers")
    void shouldAcceptWhatTheSenderSentInThisIteration(Object buffer) {
        Payload payload = new Payload(buffer, LENGTH);
        payload.fill(SENDER, ITERATION);
        assertDoesNotThrow(() -> verify(payload, SENDER, ITERATION));
    }

    @ParameterizedTest
    @MethodSource("buffers")
    void shouldRejectAnotherSenderOrIterationOrPlace(Object buffer) {
        Payload payload = new Payload(buffer, LENGTH);
        payload.fill(SENDER, ITERATION);
        assertThrows(Payload.WrongMessage.class, () -> verify(payload, SENDER + 1, ITERATION));
        assertThrows(Payload.WrongMessage.class, () -> verify(payload, SENDER, ITERATION - 1));
        assertThrows(
                Payload.WrongMessage.class,
                () -> payload.verify(0, LENGTH - 1, SENDER, ITERATION, 1));
    }

    @ParameterizedTest
    @MethodSource("buffers")
    void shouldRejectEveryElementWhenNothingArrived(Object buffer) {
        Payload payload = new Payload(buffer, LENGTH);
        payload.wipe();
        for (int i = 0; i < LENGTH; i++) {
            int position = i;
            assertThrows(
                    Payload.WrongMessage.class,
                    () -> payload.verify(position, 1, SENDER, ITERATION, position));
        }
    }

    @Test
    void shouldFindOneFlippedBitWhereverItIs() {
        Random random = new Random();
        long seed = random.nextLong();
        random.setSeed(seed);
        byte[] bytes = new byte[LENGTH];
        Payload payload = new Payload(bytes, LENGTH);
        payload.fill(SENDER, ITERATION);
        for (int i = 0; i < LENGTH; i++) {
            int bit = 1 << random.nextInt(Byte.SIZE);
            bytes[i] ^= (byte) bit;
            Payload.WrongMessage found =
                    assertThrows(
                            Payload.WrongMessage.class,
                            () -> verify(payload, SENDER, ITERATION),
                            () -> "seed=" + seed);
            assertTrue(found.getMessage().contains("element=" + i + " "), found.getMessage());
            bytes[i] ^= (byte) bit;
        }
    }

    @Test
    void shouldFindTheSmallestChangeOfAFloat() {
        float[] floats = new float[LENGTH];
        Payload payload = new Payload(floats, LENGTH);
        payload.fill(SENDER, ITERATION);
        floats[LENGTH - 1] = Math.nextUp(floats[LENGTH - 1]);
        assertThrows(Payload.WrongMessage.class, () -> verify(payload, SENDER, ITERATION));
    }

    @Test
    void shouldVaryWithSenderIterationAndPosition() {
        int different = 0;
        for (int i = 0; i < LENGTH; i++) {
            int element = Payload.element(SENDER, ITERATION, i);
            assertNotEquals(0, element);
            assertTrue(element > 0 && element <= 251, () -> "element=" + element);
            different += element != Payload.element(SENDER, ITERATION, i + 1) ? 1 : 0;
        }
        assertTrue(different > LENGTH * 0.9, "different neighbours: " + different);
    }
}
