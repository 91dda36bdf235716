package musubi.coll;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import musubi.type.MpiType;
import musubi.type.buffer.BufferBinder;

import org.junit.jupiter.api.Test;

class AliasedBuffersTest {
    private static Object sendSide(Object buffer, long from, long to, long count, MpiType type) {
        return AliasedBuffers.sendSide(
                new CollectiveBuffer().set(buffer, from, count, type),
                new CollectiveBuffer().set(buffer, to, count, type),
                BufferBinder.elementBytes(buffer));
    }

    @Test
    void shouldCopyWhatIsSentOnlyWhenTheSidesOverlap() {
        int[] ints = {1, 2, 3, 4};
        assertNotSame(ints, sendSide(ints, 0, 1, 2, MpiType.INT));
        assertArrayEquals(ints, (int[]) sendSide(ints, 0, 1, 2, MpiType.INT));
        assertSame(ints, sendSide(ints, 0, 2, 2, MpiType.INT));
    }

    @Test
    void shouldCountOffsetsInElementsOfTheBufferWhenItemsHaveAnotherSize() {
        byte[] bytes = new byte[24];
        assertNotSame(bytes, sendSide(bytes, 0, 8, 4, MpiType.INT));
        assertSame(bytes, sendSide(bytes, 0, 16, 2, MpiType.INT));
        int[] ints = new int[8];
        assertNotSame(ints, sendSide(ints, 1, 2, 8, MpiType.BYTE));
        assertSame(ints, sendSide(ints, 0, 2, 8, MpiType.BYTE));
    }
}
