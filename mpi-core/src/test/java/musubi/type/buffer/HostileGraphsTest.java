package musubi.type.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.type.object.ObjectLimits;
import musubi.type.object.graph.GraphForm;
import musubi.type.object.wire.Tag;

import org.junit.jupiter.api.Test;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/** Messages in the graph form that are damaged, or cost their receiver more than their length. */
class HostileGraphsTest {
    private final ObjectCodec codec = new ObjectCodec(null);

    private static byte[] encode(Object object) {
        byte[] bytes = new ObjectCodec("*").encode(new Object[] {object}, 0, 1).toArray();
        assertTrue(GraphForm.isHeader(bytes, Integer.BYTES), "graph form");
        return bytes;
    }

    private static Object decode(ObjectCodec codec, byte[] bytes) {
        Object[] got = new Object[1];
        codec.decode(bytes, bytes.length, got, 0, 1);
        return got[0];
    }

    private static void assertRefused(String part, ObjectCodec codec, byte[] bytes) {
        MpiFailure failure = assertThrows(MpiFailure.class, () -> decode(codec, bytes));
        assertEquals(ErrorClass.TYPE, failure.errorClass(), failure.getMessage());
        assertTrue(failure.getMessage().contains(part), failure.getMessage());
    }

    private static ObjectCodec limited(long depth, long references, long array, long collisions) {
        return new ObjectCodec(null, new ObjectLimits(depth, references, array, 9999, collisions));
    }

    private static Object sample() {
        SampleGraphs.Child child = new SampleGraphs.Child("text");
        LinkedHashMap<Object, Object> map = new LinkedHashMap<>();
        map.put("a", List.of(1, 2.5, 3L));
        map.put(new SampleGraphs.Key(4, "k"), new ArrayDeque<>(List.of('c', (byte) 1)));
        map.put(UUID.randomUUID(), new HashSet<>(Set.of(7L)));
        map.put(SampleGraphs.Shape.ROUND, new TreeMap<>(Map.of("t", child)));
        map.put(8, new EnumMap<>(Map.of(SampleGraphs.Shape.SQUARE, "\u1234")));
        map.put(true, new SampleGraphs.Mixed((byte) 1, 'x', (short) 2, child, null, null));
        map.put('c', new Object[] {new double[] {1, 2}, Map.of(1, 2, 3, 4), new int[][] {{5}}});
        child.link = map;
        return map;
    }

    @Test
    void shouldFailWhenAMessageIsTruncated() {
        byte[] bytes = encode(sample());
        for (int length = 0; length < bytes.length; length++) {
            byte[] part = Arrays.copyOf(bytes, length);
            assertThrows(MpiFailure.class, () -> decode(codec, part), "length " + length);
        }
        assertRefused("bytes from", codec, Arrays.copyOf(bytes, bytes.length + 1));
    }

    @Test
    void shouldFailOrDecodeWhenAnyBitOrByteIsChanged() {
        byte[] bytes = encode(sample());
        for (int at = 0; at < bytes.length; at++) {
            for (int change = 1; change < 256; change = change < 128 ? 2 * change : change + 127) {
                byte[] changed = bytes.clone();
                changed[at] ^= (byte) change;
                tryToDecode(changed, "byte " + at + ", change " + change);
            }
        }
    }

    private void tryToDecode(byte[] bytes, String what) {
        try {
            decode(codec, bytes);
        } catch (MpiFailure e) {
            assertTrue(e.getMessage().length() > 20, e.getMessage());
        } catch (Throwable e) {
            fail(what, e);
        }
    }

    /** Where the message has a text of Latin characters. */
    private static int indexOf(byte[] bytes, String text) {
        return new String(bytes, StandardCharsets.ISO_8859_1).indexOf(text);
    }

    @Test
    void shouldRefuseSizesWhenTheyExceedTheMessage() {
        byte[] list = encode(new ArrayList<>(List.of("abcd", 2, 3)));
        int at = indexOf(list, "ArrayList") + "ArrayList".length();
        list[at] = 127;
        assertRefused("longer than the message", codec, list);
        byte[] array = encode(new Object[7]);
        array[array.length - 8] = 120;
        assertRefused("longer than the message", codec, array);
        byte[] bytes = encode(new byte[7]);
        bytes[9] = 120;
        assertRefused("ends", codec, bytes);
        byte[] text = encode("abcdefgh");
        text[9] = 120;
        assertRefused("ends", codec, text);
    }

    /** Deep content comes later, so arrays could claim the same bytes one after the other. */
    @Test
    void shouldRefuseWhenManyArraysClaimTheSameBytes() {
        Object[] chain = new Object[100];
        for (int i = 0; i < 100; i++) {
            chain = new Object[] {chain};
        }
        byte[] bytes = encode(chain);
        assertTrue(decode(codec, bytes) instanceof Object[]);
        int length = bytes.length;
        byte[] claims = Arrays.copyOf(bytes, length + 2000);
        int levels = 0;
        for (int i = 8; i < length - 1; i++) {
            if (claims[i] == Tag.FIRST_CLASS && claims[i + 1] == 1) {
                claims[i + 1] = 100;
                levels++;
            }
        }
        assertTrue(levels > 90, "levels " + levels);
        assertRefused("longer than the message", codec, claims);
    }

    @Test
    void shouldRefuseBeyondEachLimitAndAcceptWithinALargerOne() {
        Object[] chain = null;
        for (int i = 0; i < 60; i++) {
            chain = new Object[] {chain};
        }
        byte[] deep = encode(chain);
        decode(codec, deep);
        assertRefused("depth=", limited(50, 999, 999, 99), deep);
        decode(limited(60, 999, 999, 99), deep);
        byte[] many = encode(new Integer[] {1, 2, 3, 4, 5, 6, 7, 8});
        assertRefused("references=", limited(50, 6, 999, 99), many);
        assertRefused("array=8", limited(50, 999, 7, 99), many);
        assertRefused("array=8", limited(50, 999, 7, 99), encode(new int[8]));
        assertRefused(
                "array=8",
                limited(50, 999, 7, 99),
                encode(new ArrayList<>(Collections.nCopies(8, 1))));
        decode(limited(50, 9, 8, 99), many);
    }

    /** Different keys of equal hash code. */
    private static List<SampleGraphs.Key> colliding(int bits) {
        List<SampleGraphs.Key> keys = new ArrayList<>();
        for (int i = 0; i < 1 << bits; i++) {
            StringBuilder text = new StringBuilder();
            for (int bit = 0; bit < bits; bit++) {
                text.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            keys.add(new SampleGraphs.Key(1, text.toString()));
        }
        return keys;
    }

    @Test
    void shouldRefuseKeysWhenTheirHashCodesCollide() {
        String part = "musubi.object.collisions.limit";
        List<SampleGraphs.Key> keys = colliding(9);
        byte[] set = encode(new HashSet<>(keys));
        assertRefused(part, limited(99, 9999, 9999, 64), set);
        assertEquals(new HashSet<>(keys), decode(codec, set));
        Map<Object, Object> map = new HashMap<>();
        keys.forEach(key -> map.put(key, 1));
        assertRefused(part, limited(99, 9999, 9999, 64), encode(map));
        List<String> texts = keys.stream().map(SampleGraphs.Key::name).toList();
        assertRefused(part, limited(99, 9999, 9999, 64), encode(Set.copyOf(texts)));
        assertEquals(
                new HashSet<>(texts),
                decode(limited(99, 9999, 9999, 64), encode(new HashSet<>(texts))));
    }

    @Test
    void shouldRefuseAKeyWhenItsHashCodeIsThatOfItsContent() {
        byte[] set = encode(new HashSet<>(List.of("zz")));
        byte[] list = encode(List.of());
        int start = indexOf(set, "zz") - 2;
        byte[] bytes = Arrays.copyOf(set, start + list.length - 8);
        System.arraycopy(list, 8, bytes, start, list.length - 8);
        assertRefused("a key of", codec, bytes);
    }

    @Test
    void shouldNameTheClassWhenTheFilterRefusesIt() {
        byte[] bytes = encode(new SampleGraphs.Child("c"));
        String name = SampleGraphs.Child.class.getName();
        assertRefused("class=" + name, new ObjectCodec("!" + name + ";*"), bytes);
        // As in the JDK, superclasses count.
        assertRefused(
                "musubi.object.filter",
                new ObjectCodec("!" + SampleGraphs.Parent.class.getName() + ";*"),
                bytes);
        assertRefused("java.lang.Integer", new ObjectCodec("!java.lang.*;*"), encode(5));
        assertRefused("filter", new ObjectCodec("maxdepth=1;*"), encode(new Object[][] {{1}}));
        assertRefused("filter", new ObjectCodec("maxarray=3;*"), encode(new int[4]));
        assertEquals(5, decode(new ObjectCodec("java.lang.*;!*"), encode(5)));
        assertRefused(
                "musubi.object.filter", codec, encode(new org.apache.commons.collections.Gadget()));
    }

    @Test
    void shouldNameTheClassWhenItDiffersOrIsAbsent() {
        byte[] bytes = encode(new SampleGraphs.Child("c"));
        int at = indexOf(bytes, SampleGraphs.Child.class.getName());
        byte[] other = bytes.clone();
        other[at - 1] ^= 1;
        assertRefused("differs between the ranks", codec, other);
        byte[] absent = bytes.clone();
        absent[at] = 'x';
        assertRefused("no class xusubi.type.buffer", codec, absent);
    }

    /** A class that refuses to be made. */
    record Positive(int value) implements Serializable {
        Positive {
            if (value <= 0) {
                throw new IllegalArgumentException("not positive");
            }
        }
    }

    @Test
    void shouldRunTheConstructorOfARecord() {
        byte[] bytes = encode(new Positive(1));
        bytes[bytes.length - 4] = 0;
        assertRefused("not positive", codec, bytes);
    }
}
