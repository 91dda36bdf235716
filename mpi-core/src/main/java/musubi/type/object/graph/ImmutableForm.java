package musubi.type.object.graph;

import musubi.type.object.Refusal;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** Immutable lists, sets and maps of the library, which are made from all their elements. */
final class ImmutableForm extends ClassForm {
    private static final int NULLS = 1;

    private final boolean isList;
    private final boolean isTable;
    private final Function<Object[], Object> make;

    private ImmutableForm(
            Class<?> type, boolean isList, boolean isTable, Function<Object[], Object> make) {
        super(type, 0, KeyUse.CONTENT);
        this.isList = isList;
        this.isTable = isTable;
        this.make = make;
    }

    /** A list, which may be one that has nulls or searches for them. */
    static ImmutableForm list(Class<?> type) {
        return new ImmutableForm(type, true, false, List::of);
    }

    /** A set or map with a hash table without chains. */
    static ImmutableForm table(Class<?> type, Function<Object[], Object> make) {
        return new ImmutableForm(type, false, true, make);
    }

    /** A collection or map of at most one element. */
    static ImmutableForm single(Class<?> type, Function<Object[], Object> make) {
        return new ImmutableForm(type, false, false, make);
    }

    /** A map of keys and values, alternately. */
    static Map<Object, Object> mapOf(Object[] content) {
        int pairs = content.length / 2;
        if (pairs == 1) {
            return Map.of(content[0], content[1]);
        }
        Map<Object, Object> map = HashMap.newHashMap(pairs);
        for (int i = 0; i < content.length; i += 2) {
            map.put(content[i], content[i + 1]);
        }
        if (map.size() != pairs) {
            throw Refusal.damaged("keys of a map are equal");
        }
        return Map.copyOf(map);
    }

    @Override
    void write(Object object, GraphWriter out, boolean complete) {
        if (isList) {
            List<?> list = (List<?>) object;
            out.putByte(isStrict(list) ? 0 : NULLS);
        }
        if (object instanceof Map<?, ?> map) {
            out.putVarint(2 * map.size());
            map.forEach(
                    (key, value) -> {
                        writeElement(key, out);
                        out.write(value, true);
                    });
        } else {
            Collection<?> elements = (Collection<?>) object;
            out.putVarint(elements.size());
            for (Object element : elements) {
                writeElement(element, out);
            }
        }
    }

    /** Whether a list fails when a null is searched: then it is its own copy. */
    private static boolean isStrict(List<?> list) {
        for (Object element : list) {
            if (element == null) {
                return false;
            }
        }
        return List.copyOf(list) == list;
    }

    private void writeElement(Object element, GraphWriter out) {
        if (isTable) {
            out.writeKey(element, true);
        } else {
            out.write(element, true);
        }
    }

    @Override
    Object read(GraphReader in, int number, boolean complete) {
        boolean nulls = isList && in.getByte() == NULLS;
        int size = in.getSize(type);
        Object[] content = new Object[size];
        int stride = Map.class.isAssignableFrom(type) ? 2 : 1;
        int keys = size / stride;
        KeyCounter counter = isTable ? in.counter(keys, 2 * keys) : null;
        for (int i = 0; i < size; i++) {
            boolean isKey = isTable && i % stride == 0;
            content[i] = isKey ? in.readKey(true) : in.read(true);
            if (isKey && counter != null) {
                counter.add(content[i]);
            }
        }
        if (size % stride != 0) {
            throw Refusal.damaged("a key without a value");
        }
        return nulls ? Stream.of(content).toList() : make.apply(content);
    }
}
