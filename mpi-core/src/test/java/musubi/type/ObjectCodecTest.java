package musubi.type;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import org.junit.jupiter.api.Test;

import java.io.Serializable;
import java.util.List;
import java.util.Map;

class ObjectCodecTest {
    private final ObjectCodec codec = new ObjectCodec(null);

    /** A class as users have them. */
    record Point(int x, double[] values) implements Serializable {}

    @Test
    void shouldGiveEqualObjectsBackWhenDecoded() {
        Object[] sent = {0, "text", List.of(1, 2), Map.of("a", new int[] {3}), null};
        byte[] bytes = codec.encode(sent, 1, 4);
        Object[] got = new Object[6];
        codec.decode(bytes, bytes.length, got, 2, 4);
        assertEquals(4, ObjectCodec.countOf(bytes));
        assertEquals("text", got[2]);
        assertEquals(List.of(1, 2), got[3]);
        assertArrayEquals(new int[] {3}, (int[]) ((Map<?, ?>) got[4]).get("a"));
        assertEquals(null, got[5]);
    }

    @Test
    void shouldCarryUserClassesAndRowsOfMatrices() {
        double[][] rows = {{1, 2}, {3}};
        byte[] bytes = codec.encode(rows, 0, 2);
        double[][] got = new double[2][];
        codec.decode(bytes, bytes.length, got, 0, 2);
        assertArrayEquals(rows, got);
        byte[] point = codec.encode(new Object[] {new Point(4, new double[] {5})}, 0, 1);
        Object[] back = new Object[1];
        codec.decode(point, point.length, back, 0, 1);
        assertEquals(4, ((Point) back[0]).x());
    }

    @Test
    void shouldRefuseWhenAClassIsNotAllowed() {
        byte[] bytes = codec.encode(new Object[] {new javax.management.ObjectName[0]}, 0, 1);
        MpiFailure failure =
                assertThrows(
                        MpiFailure.class,
                        () -> codec.decode(bytes, bytes.length, new Object[1], 0, 1));
        assertEquals(ErrorClass.TYPE, failure.errorClass());
        assertTrue(failure.getMessage().contains("musubi.object.filter"), failure.getMessage());
    }

    @Test
    void shouldRefuseEverythingWhenThePatternSaysSo() {
        ObjectCodec closed = new ObjectCodec("!*");
        byte[] bytes = codec.encode(new Object[] {new Point(1, null)}, 0, 1);
        assertThrows(
                MpiFailure.class, () -> closed.decode(bytes, bytes.length, new Object[1], 0, 1));
    }

    @Test
    void shouldFailWithClassTruncateWhenThereAreMoreObjects() {
        byte[] bytes = codec.encode(new Object[] {1, 2, 3}, 0, 3);
        MpiFailure failure =
                assertThrows(
                        MpiFailure.class,
                        () -> codec.decode(bytes, bytes.length, new Object[2], 0, 2));
        assertEquals(ErrorClass.TRUNCATE, failure.errorClass());
    }

    @Test
    void shouldFailWithClassTypeWhenAnObjectIsNotSerialisable() {
        MpiFailure failure =
                assertThrows(
                        MpiFailure.class, () -> codec.encode(new Object[] {new Object()}, 0, 1));
        assertEquals(ErrorClass.TYPE, failure.errorClass());
        assertEquals(
                ErrorClass.TYPE,
                assertThrows(MpiFailure.class, () -> codec.encode(new int[1], 0, 1)).errorClass());
    }
}
