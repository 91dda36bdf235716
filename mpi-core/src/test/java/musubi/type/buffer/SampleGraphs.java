package musubi.type.buffer;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Classes like those of programs, and random graphs of their objects. */
final class SampleGraphs {
    private static final int KINDS = 34;

    private final Random random;
    private final List<Object> all = new ArrayList<>();

    SampleGraphs(long seed) {
        random = new Random(seed);
    }

    /** An enum whose constants have bodies. */
    enum Shape {
        ROUND {
            @Override
            int corners() {
                return 0;
            }
        },
        SQUARE {
            @Override
            int corners() {
                return 4;
            }
        };

        abstract int corners();
    }

    /** A record of all sorts. */
    record Mixed(byte b, char c, short s, Object any, List<Object> list, Shape shape)
            implements Serializable {}

    /** A record that is cheap as a key. */
    record Key(int x, String name) implements Serializable {}

    /** A superclass that is not serialisable. */
    static class Base {
        private int made = 7;

        int made() {
            return made;
        }
    }

    /** A class with all types of fields. */
    static class Parent extends Base implements Serializable {
        private static final long serialVersionUID = 3L;
        boolean z = true;
        byte b = -1;
        char c = '\u1234';
        short s = -300;
        int i = 1 << 30;
        long j = Long.MIN_VALUE;
        float f = -0f;
        double d = Double.NaN;
        transient int lost = 5;
    }

    /** A subclass with a final field and a link, whose name is also that of a hidden field. */
    static final class Child extends Parent {
        private static final long serialVersionUID = 4L;
        private final String text;
        int i;
        Serializable link;

        Child(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    Object next(int depth) {
        if (!all.isEmpty() && random.nextInt(6) == 0) {
            return all.get(random.nextInt(all.size()));
        }
        int kind = random.nextInt(depth > 0 ? KINDS : 18);
        Object made = kind < 18 ? leaf(kind) : node(kind, depth - 1);
        if (made != null && !(made instanceof Number && !(made instanceof BigInteger))) {
            all.add(made);
        }
        return made;
    }

    private Object leaf(int kind) {
        return switch (kind) {
            case 0 -> null;
            case 1 -> text(random.nextInt(8), 'a');
            case 2 -> text(100 + random.nextInt(8), '\u00e9');
            case 3 -> text(random.nextInt(90), '\ud801');
            case 4 -> random.nextInt();
            case 5 -> random.nextLong();
            case 6 -> random.nextDouble();
            case 7 -> new double[] {random.nextDouble(), Double.NEGATIVE_INFINITY};
            case 8 -> new int[random.nextInt(5)];
            case 9 -> new Object[] {(byte) 3, 'x', (short) 9, 2.5f, true, false};
            case 10 -> Shape.values()[random.nextInt(2)];
            case 11 -> new BigInteger(70, random);
            case 12 -> new BigDecimal(new BigInteger(70, random), random.nextInt(9));
            case 13 -> new UUID(random.nextLong(), random.nextLong());
            case 14 -> times();
            case 15 -> new Key(random.nextInt(), "k");
            case 16 -> new Object[] {new boolean[] {true}, new byte[3], new char[] {'z'}};
            default -> new Object[] {new short[] {4}, new long[] {5}, new float[] {6}};
        };
    }

    private String text(int length, char letter) {
        char first = (char) ('a' + random.nextInt(20));
        return first + String.valueOf(letter).repeat(length);
    }

    private Object times() {
        LocalDate date = LocalDate.ofEpochDay(random.nextInt(99999));
        return new Object[] {
            date,
            LocalTime.ofSecondOfDay(random.nextInt(9999)),
            LocalDateTime.of(date, LocalTime.NOON),
            Instant.ofEpochSecond(random.nextInt(), 5),
            Duration.ofNanos(random.nextLong()),
            new Date(random.nextInt()),
            Collections.emptyList(),
            Collections.emptyMap(),
            Collections.emptySet(),
        };
    }

    private Object node(int kind, int depth) {
        return switch (kind) {
            case 18 -> filled(new ArrayList<>(), depth);
            case 19 -> filled(new LinkedList<>(), depth);
            case 20 -> {
                ArrayDeque<Object> queue = new ArrayDeque<>();
                queue.add(depth);
                yield queue;
            }
            case 21 -> mapped(new HashMap<>(), depth);
            case 22 -> mapped(new LinkedHashMap<>(), depth);
            case 23 -> mapped(new LinkedHashMap<>(4, 0.75f, true), depth);
            case 24 -> mapped(new ConcurrentHashMap<>(), depth);
            case 25 -> new TreeMap<>(mapped(new HashMap<>(), depth));
            case 26 -> new TreeSet<>(keys());
            case 27 -> new HashSet<>(keys());
            case 28 -> new LinkedHashSet<>(keys());
            case 29 -> new EnumMap<>(Map.of(Shape.ROUND, "r", Shape.SQUARE, keys()));
            case 30 -> immutable(depth);
            case 31 -> new Mixed((byte) 1, 'c', (short) 2, next(depth), list(depth), Shape.ROUND);
            case 32 -> new Object[][] {{next(depth), next(depth)}, null, {}};
            default -> child(depth);
        };
    }

    private Collection<Object> filled(Collection<Object> collection, int depth) {
        for (int size = random.nextInt(5); size > 0; size--) {
            collection.add(next(depth));
        }
        return collection;
    }

    private List<Object> list(int depth) {
        return new ArrayList<>(filled(new ArrayList<>(), depth));
    }

    private Map<String, Object> mapped(Map<String, Object> map, int depth) {
        for (int size = 1 + random.nextInt(20); size > 0; size--) {
            Object value = next(depth);
            map.put(text(2, 'm'), value == null ? "" : value);
        }
        return map;
    }

    private List<Integer> keys() {
        List<Integer> keys = new ArrayList<>();
        for (int size = random.nextInt(30); size > 0; size--) {
            keys.add(random.nextInt(1000) + 1000);
        }
        return keys;
    }

    private Object immutable(int depth) {
        Object next = next(depth);
        // The identity of a number is not kept.
        Object element = next instanceof Number ? null : next;
        Object some = element == null ? "none" : element;
        return new Object[] {
            List.of(), List.of(some), List.of(some, 1, 2), Stream.of(some, element).toList(),
            Map.of(), Map.of("a", some), Map.of("a", 1), Collections.singletonList(element),
        };
    }

    private Object child(int depth) {
        Child child = new Child(text(3, 'c'));
        all.add(child);
        child.i = random.nextInt();
        child.link = (Serializable) next(depth);
        return child;
    }
}
