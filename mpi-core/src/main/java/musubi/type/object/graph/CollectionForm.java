package musubi.type.object.graph;

import java.util.Collection;
import java.util.function.IntFunction;

/** Lists, queues and hash sets: their elements in the order of iteration. */
final class CollectionForm extends ClassForm {
    private final IntFunction<Collection<Object>> create;
    private final boolean hashes;

    /**
     * A form.
     *
     * @param hashes whether the collection computes hash codes of its elements
     * @param create an empty collection for a number of elements
     */
    CollectionForm(
            Class<?> type, KeyUse use, boolean hashes, IntFunction<Collection<Object>> create) {
        super(type, 0, use);
        this.create = create;
        this.hashes = hashes;
    }

    @Override
    boolean isBuiltLast() {
        return false;
    }

    @Override
    void write(Object object, GraphWriter out, boolean complete) {
        Collection<?> elements = (Collection<?>) object;
        out.putVarint(elements.size());
        for (Object element : elements) {
            if (hashes) {
                out.writeKey(element, complete);
            } else {
                out.write(element, complete);
            }
        }
    }

    @Override
    Object read(GraphReader in, int number, boolean complete) {
        int size = in.getSize(type);
        Collection<Object> elements = create.apply(size);
        in.set(number, elements);
        if (hashes) {
            readKeys(elements, size, in, complete);
            return elements;
        }
        for (int i = 0; i < size; i++) {
            elements.add(in.read(complete));
        }
        return elements;
    }

    private static void readKeys(
            Collection<Object> elements, int size, GraphReader in, boolean complete) {
        KeyCounter counter = in.counter(size, 0);
        for (int i = 0; i < size; i++) {
            Object key = in.readKey(complete);
            if (counter != null) {
                counter.add(key);
            }
            elements.add(key);
        }
    }
}
