package musubi.type.buffer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import org.junit.jupiter.api.Test;

import java.io.Serializable;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.text.SimpleDateFormat;
import java.util.Calendar;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;

class ObjectCodecTest {
    private final ObjectCodec codec = new ObjectCodec(null);

    /** A class like those of users. */
    record Point(int x, double[] values) implements Serializable {}

    @Test
    void shouldGiveEqualObjectsBackWhenDecoded() {
        Object[] sent = {0, "text", List.of(1, 2), Map.of("a", new int[] {3}), null};
        byte[] bytes = codec.encode(sent, 1, 4).toArray();
        Object[] got = new Object[6];
        codec.decode(bytes, bytes.length, got, 2, 4);
        assertEquals(4, ObjectCodec.countOf(bytes, bytes.length));
        assertEquals("text", got[2]);
        assertEquals(List.of(1, 2), got[3]);
        assertArrayEquals(new int[] {3}, (int[]) ((Map<?, ?>) got[4]).get("a"));
        assertEquals(null, got[5]);
    }

    @Test
    void shouldCarryUserClassesAndRowsOfMatrices() {
        double[][] rows = {{1, 2}, {3}};
        byte[] bytes = codec.encode(rows, 0, 2).toArray();
        double[][] got = new double[2][];
        codec.decode(bytes, bytes.length, got, 0, 2);
        assertArrayEquals(rows, got);
        byte[] point = codec.encode(new Object[] {new Point(4, new double[] {5})}, 0, 1).toArray();
        Object[] back = new Object[1];
        codec.decode(point, point.length, back, 0, 1);
        assertEquals(4, ((Point) back[0]).x());
    }

    /** A linked list like those of users. */
    static final class Node implements Serializable {
        private static final long serialVersionUID = 1L;
        private final int value;
        private Node next;

        Node(int value) {
            this.value = value;
        }
    }

    @Test
    void shouldCarryALongChainOfObjects() {
        Node first = new Node(0);
        Node last = first;
        for (int i = 1; i < 500; i++) {
            last.next = new Node(i);
            last = last.next;
        }
        Node got = (Node) carried(first);
        int length = 0;
        for (; got != null; got = got.next) {
            assertEquals(length++, got.value);
        }
        assertEquals(500, length);
    }

    @Test
    void shouldCarryValuesAndTheirParts() throws Exception {
        TimeZone zone = TimeZone.getTimeZone("Europe/Berlin");
        Calendar calendar = Calendar.getInstance(zone, Locale.ROOT);
        TreeMap<String, Integer> byLength =
                new TreeMap<>(
                        (Comparator<String> & Serializable)
                                (a, b) -> Integer.compare(a.length(), b.length()));
        byLength.put("b", 1);
        Object[] values = {
            calendar,
            new SimpleDateFormat("yyyy", Locale.ROOT),
            InetAddress.getByAddress("local", new byte[] {127, 0, 0, 1}),
            new InetSocketAddress(InetAddress.getByAddress(new byte[16]), 5),
            byLength,
        };
        for (Object value : values) {
            assertEquals(value, carried(value));
        }
        assertEquals("a+", carried(Pattern.compile("a+")).toString());
        assertTrue(carried(new ReentrantLock()) instanceof ReentrantLock);
    }

    private Object carried(Object object) {
        byte[] bytes = codec.encode(new Object[] {object}, 0, 1).toArray();
        Object[] got = new Object[1];
        codec.decode(bytes, bytes.length, got, 0, 1);
        return got[0];
    }

    @Test
    void shouldRefuseWhenAClassIsNotAllowed() {
        byte[] bytes =
                codec.encode(new Object[] {new javax.management.ObjectName[0]}, 0, 1).toArray();
        MpiFailure failure =
                assertThrows(
                        MpiFailure.class,
                        () -> codec.decode(bytes, bytes.length, new Object[1], 0, 1));
        assertEquals(ErrorClass.TYPE, failure.errorClass());
        assertTrue(failure.getMessage().contains("musubi.object.filter"), failure.getMessage());
    }

    @Test
    void shouldRefuseEverythingWhenThePatternRejectsAll() {
        ObjectCodec closed = new ObjectCodec("!*");
        byte[] bytes = codec.encode(new Object[] {new Point(1, null)}, 0, 1).toArray();
        assertThrows(
                MpiFailure.class, () -> closed.decode(bytes, bytes.length, new Object[1], 0, 1));
    }

    @Test
    void shouldFailWithClassTruncateWhenThereAreMoreObjects() {
        byte[] bytes = codec.encode(new Object[] {1, 2, 3}, 0, 3).toArray();
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
