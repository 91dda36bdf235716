package musubi.type.object.graph;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Supplier;

/** The elements of a sorted set or map, read while they are iterated over, once. */
final class SortedContent {
    private SortedContent() {}

    /** Yields what is read, a number of times. */
    private static final class Elements<E> implements Iterator<E> {
        private final int size;
        private final Supplier<E> read;
        private int count;

        Elements(int size, Supplier<E> read) {
            this.size = size;
            this.read = read;
        }

        @Override
        public boolean hasNext() {
            return count < size;
        }

        @Override
        public E next() {
            count++;
            return read.get();
        }
    }

    /** A set. */
    static final class OfSet extends AbstractSet<Object> implements SortedSet<Object> {
        private final GraphReader in;
        private final int size;
        private final Comparator<Object> comparator;
        private final boolean complete;

        OfSet(GraphReader in, int size, Comparator<Object> comparator, boolean complete) {
            this.in = in;
            this.size = size;
            this.comparator = comparator;
            this.complete = complete;
        }

        @Override
        public Iterator<Object> iterator() {
            return new Elements<>(size, () -> in.read(complete));
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public Comparator<Object> comparator() {
            return comparator;
        }

        @Override
        public SortedSet<Object> subSet(Object from, Object to) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SortedSet<Object> headSet(Object to) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SortedSet<Object> tailSet(Object from) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Object first() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Object last() {
            throw new UnsupportedOperationException();
        }
    }

    /** A map. */
    static final class OfMap extends AbstractMap<Object, Object>
            implements SortedMap<Object, Object> {
        private final GraphReader in;
        private final int size;
        private final Comparator<Object> comparator;
        private final boolean complete;

        OfMap(GraphReader in, int size, Comparator<Object> comparator, boolean complete) {
            this.in = in;
            this.size = size;
            this.comparator = comparator;
            this.complete = complete;
        }

        @Override
        public Set<Entry<Object, Object>> entrySet() {
            return new AbstractSet<>() {
                @Override
                public Iterator<Entry<Object, Object>> iterator() {
                    return new Elements<>(size, OfMap.this::readEntry);
                }

                @Override
                public int size() {
                    return size;
                }
            };
        }

        private Map.Entry<Object, Object> readEntry() {
            Object key = in.read(complete);
            return new SimpleImmutableEntry<>(key, in.read(complete));
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public Comparator<Object> comparator() {
            return comparator;
        }

        @Override
        public SortedMap<Object, Object> subMap(Object from, Object to) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SortedMap<Object, Object> headMap(Object to) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SortedMap<Object, Object> tailMap(Object from) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Object firstKey() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Object lastKey() {
            throw new UnsupportedOperationException();
        }
    }
}
