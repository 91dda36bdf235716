package musubi.type.buffer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.type.object.EncodedObjects;
import musubi.type.object.ObjectLimits;
import musubi.type.object.graph.GraphForm;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

class GraphFormTest {
    private static final int GRAPHS = 400;
    private static final int DEPTH = 5;

    private final ObjectForms forms = new ObjectForms("*", ObjectLimits.DEFAULT);

    private byte[] encode(Object object) {
        try {
            return forms.encode(new Object[] {object}, 0, 1).toArray();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private byte[] serial(Object object) throws IOException {
        return forms.encodeSerial(new Object[] {object}, 0, 1).toArray();
    }

    private Object decode(byte[] bytes) {
        Object[] got = new Object[1];
        try {
            forms.decode(bytes, bytes.length, got, 0, 1);
        } catch (IOException | ClassNotFoundException e) {
            throw new AssertionError(e);
        }
        return got[0];
    }

    private static boolean isGraph(byte[] bytes) {
        return GraphForm.isHeader(bytes, Integer.BYTES);
    }

    /** Carries an object, in the graph form. */
    private Object carried(Object object) {
        byte[] bytes = encode(object);
        assertTrue(isGraph(bytes), () -> "form of " + object.getClass());
        return decode(bytes);
    }

    /** Carries an object, in the form of the JDK. */
    private Object carriedByJdk(Object object) {
        byte[] bytes = encode(object);
        assertFalse(isGraph(bytes), () -> "form of " + object.getClass());
        return decode(bytes);
    }

    /** The serial forms of two objects are equal if all values, classes and identities are. */
    @Test
    void shouldEqualTheResultOfTheJdkWhenGraphsAreRandom() throws IOException {
        long seed = System.nanoTime();
        System.out.println("random graphs: seed " + seed);
        int graphs = 0;
        for (int i = 0; i < GRAPHS; i++) {
            Object object = new SampleGraphs(seed + i).next(DEPTH);
            byte[] bytes = encode(object);
            graphs += isGraph(bytes) ? 1 : 0;
            byte[] expected = serial(decode(serial(object)));
            assertArrayEquals(expected, serial(decode(bytes)), "seed " + (seed + i));
        }
        assertTrue(graphs > GRAPHS / 2, "seed " + seed + ", graphs " + graphs);
    }

    @Test
    void shouldFollowTheRulesForFieldsWhenAClassIsInherited() {
        SampleGraphs.Child child = new SampleGraphs.Child("t");
        child.lost = 6;
        child.i = 8;
        child.link = child;
        SampleGraphs.Child got = (SampleGraphs.Child) carried(child);
        assertEquals(7, got.made());
        assertEquals(0, got.lost);
        assertEquals("t", got.text());
        assertEquals(8, got.i);
        assertEquals(1 << 30, ((SampleGraphs.Parent) got).i);
        assertSame(got, got.link);
    }

    /** Code is generated for the fields after some thousands of objects. */
    @Test
    void shouldCarryTheSameWhenObjectsAreMany() throws IOException {
        Object[] many = new Object[6000];
        for (int i = 0; i < many.length; i++) {
            SampleGraphs.Child child = new SampleGraphs.Child("c" + i);
            child.link =
                    new SampleGraphs.Mixed(
                            (byte) i, (char) i, (short) i, i, null, SampleGraphs.Shape.SQUARE);
            many[i] = child;
        }
        for (int times = 0; times < 3; times++) {
            byte[] expected = serial(decode(serial(many)));
            assertArrayEquals(expected, serial(carried(many)));
        }
    }

    /** A link of a chain that ends with a record. */
    static final class Link implements Serializable {
        private static final long serialVersionUID = 1L;
        private Link next;
        private SampleGraphs.Key value;
        private Serializable[] more;
    }

    @Test
    void shouldCarryAChainWhenItIsLongerThanTheStack() {
        Link first = new Link();
        Link last = first;
        int length = 200_000;
        for (int i = 1; i < length; i++) {
            Link next = new Link();
            next.value = new SampleGraphs.Key(i, "k");
            if (i % 2 == 0) {
                last.next = next;
            } else {
                last.more = new Serializable[] {next};
            }
            last = next;
        }
        last.more = new Serializable[] {first};
        Link got = (Link) carried(first);
        int count = 1;
        Link link = got;
        while (count < length) {
            link = link.next != null ? link.next : (Link) link.more[0];
            assertEquals(count++, link.value.x());
        }
        assertSame(got, link.more[0]);
    }

    @Test
    void shouldKeepOrdersAndPropertiesOfCollections() {
        LinkedHashMap<String, Integer> byAccess = new LinkedHashMap<>(8, 0.75f, true);
        byAccess.put("a", 1);
        byAccess.put("b", 2);
        LinkedHashMap<?, ?> got = (LinkedHashMap<?, ?>) carried(byAccess);
        got.get("a");
        assertEquals("b", got.firstEntry().getKey());
        assertEquals(List.of("a", "b"), List.copyOf(byAccess.keySet()));
        for (Map<?, ?> few : List.of(Map.of(), Map.of(1, 2))) {
            assertEquals(few, carried(new LinkedHashMap<>(few)));
        }
        TreeMap<String, Integer> reverse = new TreeMap<>(Collections.reverseOrder());
        reverse.putAll(Map.of("a", 1, "b", 2, "c", 3));
        assertEquals("[c, b, a]", ((TreeMap<?, ?>) carried(reverse)).keySet().toString());
        assertEquals(new TreeSet<>(List.of(3, 1)), carried(new TreeSet<>(List.of(3, 1))));
        List<?> nulls = (List<?>) carried(Arrays.asList(1, null, 3).stream().toList());
        assertFalse(nulls.contains(7));
        assertTrue(nulls.contains(null));
        List<?> strict = (List<?>) carried(List.of(1, 2, 3));
        assertThrows(NullPointerException.class, () -> strict.contains(null));
        assertEquals(Set.of(1, 2, 3), carried(Set.of(1, 2, 3)));
        assertEquals(Map.of(1, "a", 2, "b"), carried(Map.of(1, "a", 2, "b")));
    }

    /** A key whose hash code is its identity, in a cycle with the set that it is in. */
    static final class Member implements Serializable {
        private static final long serialVersionUID = 1L;
        private final HashSet<Member> group;

        Member(HashSet<Member> group) {
            this.group = group;
            group.add(this);
        }
    }

    @Test
    void shouldKeepIdentitiesAndCycles() {
        Member member = new Member(new HashSet<>());
        new Member(member.group);
        Member got = (Member) carried(member);
        assertEquals(2, got.group.size());
        assertTrue(got.group.contains(got));
        String text = new String("text");
        Object[] shared = (Object[]) carried(new Object[] {text, text, new String("text")});
        assertSame(shared[0], shared[1]);
        assertFalse(shared[0] == shared[2]);
        List<Object> list = new ArrayList<>();
        list.add(list);
        List<?> itself = (List<?>) carried(list);
        assertSame(itself, itself.get(0));
        ArrayList<Object> inside = new ArrayList<>();
        Object cycle = List.of(inside);
        inside.add(new SampleGraphs.Mixed((byte) 0, 'a', (short) 0, inside, null, null));
        assertNotNull(carried(cycle));
        SampleGraphs.Mixed around =
                new SampleGraphs.Mixed((byte) 0, 'a', (short) 0, null, new ArrayList<>(), null);
        around.list().add(around);
        SampleGraphs.Mixed asTheJdk = (SampleGraphs.Mixed) carriedByJdk(around);
        assertNull(asTheJdk.list().get(0));
    }

    /** A class with one object. */
    static final class Single implements Serializable {
        private static final long serialVersionUID = 1L;
        static final Single ONE = new Single();

        private Object readResolve() throws ObjectStreamException {
            return ONE;
        }
    }

    /** A class that writes more than its fields. */
    static final class Writer implements Serializable {
        private static final long serialVersionUID = 1L;
        private transient int value = 4;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeInt(value);
        }

        private void readObject(java.io.ObjectInputStream in) throws IOException {
            value = in.readInt() + 1;
        }
    }

    /** A comparator that is a lambda. */
    interface SerialComparator extends Comparator<String>, Serializable {}

    @Test
    void shouldUseTheFormOfTheJdkWhereItIsNotTheDefault() {
        assertSame(Single.ONE, carriedByJdk(Single.ONE));
        assertEquals(5, ((Writer) carriedByJdk(new Writer())).value);
        TreeMap<String, Integer> byLength =
                new TreeMap<>((SerialComparator) (a, b) -> a.length() - b.length());
        byLength.put("bb", 1);
        assertEquals(byLength, carriedByJdk(byLength));
        assertEquals(List.of(1), carriedByJdk(Collections.unmodifiableList(List.of(1))));
        assertEquals(Map.of(List.of(1), 2), carriedByJdk(new HashMap<>(Map.of(List.of(1), 2))));
        assertEquals(0, ((Map<?, ?>) carriedByJdk(new EnumMap<>(SampleGraphs.Shape.class))).size());
        assertEquals(int.class, carriedByJdk(int.class));
        assertThrows(
                java.io.NotSerializableException.class,
                () -> forms.encode(new Object[] {Optional.of(1)}, 0, 1));
        assertEquals(List.of(4), carriedByJdk(anonymous()));
    }

    private static Object anonymous() {
        return new ArrayList<>(List.of(4)) {
            private static final long serialVersionUID = 1L;
        };
    }

    @Test
    void shouldTryAgainWhenObjectsOfAClassHaveTheFormLater() {
        Object[] bad = {Single.ONE};
        carriedByJdk(bad);
        Object[] good = {1};
        int messages = 0;
        while (!isGraph(encode(good))) {
            messages++;
        }
        assertEquals(1, messages);
    }

    @Test
    void shouldSeldomTryWhenMessagesThatBeginWithValuesFail() throws IOException {
        Object[] bad = new Object[20];
        Arrays.fill(bad, "a");
        bad[19] = Single.ONE;
        forms.encode(bad, 0, 20);
        assertFalse(isGraph(encode("a")));
        assertTrue(isGraph(encode("a")));
        for (int i = 0; i < 1000; i++) {
            forms.encode(bad, 0, 20);
        }
        int messages = 0;
        while (!isGraph(encode("a"))) {
            messages++;
        }
        assertTrue(messages <= 256, "messages " + messages);
        assertTrue(isGraph(encode("a")));
    }

    @Test
    void shouldCarrySeveralObjectsInOneMessage() throws Exception {
        String shared = new String("s");
        Object[] sent = {null, shared, shared, 7};
        EncodedObjects message = forms.encode(sent, 1, 3);
        Object[] got = new Object[5];
        forms.decode(message.bytes(), message.length(), got, 2, 3);
        assertSame(got[2], got[3]);
        assertEquals(7, got[4]);
    }
}
