package musubi.type.object.graph;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Sorted sets and maps in natural order or its reverse. They are built as the JDK builds them, from
 * elements that come in order: none is compared.
 */
final class SortedForm extends ClassForm {
    private static final int NATURAL = 0;
    private static final int REVERSE = 1;

    SortedForm(Class<?> type) {
        super(type, 0, KeyUse.CONTENT);
    }

    @Override
    boolean isBuiltLast() {
        return false;
    }

    @Override
    void write(Object object, GraphWriter out, boolean complete) {
        if (object instanceof SortedMap<?, ?> map) {
            out.putByte(order(map.comparator()));
            out.putVarint(map.size());
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.write(entry.getKey(), complete);
                out.write(entry.getValue(), complete);
            }
        } else {
            out.putByte(order(((SortedSet<?>) object).comparator()));
            Collection<?> elements = (Collection<?>) object;
            out.putVarint(elements.size());
            for (Object element : elements) {
                out.write(element, complete);
            }
        }
    }

    private static int order(Comparator<?> comparator) {
        if (comparator != null && comparator != Collections.reverseOrder()) {
            throw new NoGraphForm("a comparator");
        }
        return comparator == null ? NATURAL : REVERSE;
    }

    @Override
    Object read(GraphReader in, int number, boolean complete) {
        Comparator<Object> comparator = in.getByte() == REVERSE ? Collections.reverseOrder() : null;
        int size = in.getSize(type);
        if (type == TreeMap.class) {
            TreeMap<Object, Object> map = new TreeMap<>(comparator);
            in.set(number, map);
            map.putAll(new SortedContent.OfMap(in, size, comparator, complete));
            return map;
        }
        TreeSet<Object> set = new TreeSet<>(comparator);
        in.set(number, set);
        set.addAll(new SortedContent.OfSet(in, size, comparator, complete));
        return set;
    }
}
