package musubi.type.object.graph;

import musubi.type.object.EncodedObjects;
import musubi.type.object.ObjectLimits;
import musubi.type.object.Refusal;
import musubi.type.object.StreamFilters;
import musubi.type.object.graph.ClassForm.Tries;
import musubi.type.object.wire.Boxes;
import musubi.type.object.wire.WireWriter;

import java.io.ObjectInputFilter;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The form of messages whose objects all have a {@link ClassForm}. Thread rule: any thread.
 *
 * <pre>
 *   header    4 bytes
 *   object    tag; a new class has its description next; content. References are numbers of
 *             objects in the order in which they begin.
 *   content   of objects that are nested too deeply comes behind the object of the message
 * </pre>
 */
public final class GraphForm {
    /** The header; a serial stream begins with other bytes. */
    static final int HEADER = 0x01474F4D;

    /** Objects of a message that are looked at before it is written. */
    private static final int SAMPLES = 16;

    private final ClassForms forms = new ClassForms();
    private final AtomicReference<GraphWriter> writers = new AtomicReference<>();
    private final AtomicReference<GraphReader> readers = new AtomicReference<>();
    private final ObjectInputFilter filter;
    private final ObjectLimits limits;
    private final Admission admission;

    /** Of messages that begin with strings and numbers. */
    private final Tries triesOfValues = new Tries();

    /**
     * A form.
     *
     * @param hasLimits whether the filter looks at more than classes
     */
    public GraphForm(ObjectInputFilter filter, ObjectLimits limits, boolean hasLimits) {
        this.filter = filter;
        this.limits = limits;
        admission = new Admission(filter, limits, hasLimits);
    }

    /**
     * Encodes objects behind their count.
     *
     * @return null if an object has no such form
     */
    public EncodedObjects encode(Object[] objects, int offset, int count) {
        Object sample = sample(objects, offset, Math.min(count, SAMPLES));
        ClassForm first = sample == null ? null : forms.of(sample.getClass());
        Tries tries = first == null ? triesOfValues : first.tries;
        if (sample != null && first == null || !tries.areWorthIt()) {
            return null;
        }
        GraphWriter writer = writers.getAndSet(null);
        if (writer == null) {
            writer = new GraphWriter(forms);
        }
        boolean isUsable = true;
        try {
            writer.putInt(Integer.reverseBytes(count));
            writer.putInt(HEADER);
            for (int i = offset; i < offset + count; i++) {
                writer.writeRoot(objects[i]);
            }
            tries.succeeded();
            return writer.message();
        } catch (NoGraphForm _) {
            tries.failed();
            return null;
        } catch (StackOverflowError _) {
            isUsable = false;
            tries.failed();
            return null;
        } finally {
            if (isUsable) {
                writer.clear();
                writers.set(writer);
            }
        }
    }

    /** The first object that is written by a {@link ClassForm}; null if none is. */
    private static Object sample(Object[] objects, int offset, int count) {
        for (int i = offset; i < offset + count; i++) {
            Object object = objects[i];
            if (object != null && !hasTag(object.getClass())) {
                return object;
            }
        }
        return null;
    }

    private static boolean hasTag(Class<?> type) {
        return type == String.class
                || type.isArray() && type.componentType().isPrimitive()
                || Boxes.isBox(type);
    }

    /** Whether this is the header of the form. */
    public static boolean isHeader(byte[] bytes, int at) {
        return (int) WireWriter.INTS.get(bytes, at) == HEADER;
    }

    /**
     * Decodes objects into an array.
     *
     * @param start of the header
     * @param end of the message
     * @throws Refusal when the message is damaged or not admitted
     */
    public void decode(byte[] bytes, int start, int end, Object[] to, int offset, int count) {
        GraphReader reader = readers.getAndSet(null);
        if (reader == null) {
            reader = new GraphReader(forms);
        }
        boolean isUsable = true;
        try {
            reader.begin(admission(), bytes, start + Integer.BYTES, end);
            for (int i = 0; i < count; i++) {
                to[offset + i] = reader.readRoot();
            }
            reader.checkEnd();
        } catch (StackOverflowError e) {
            isUsable = false;
            throw e;
        } finally {
            if (isUsable) {
                reader.clear();
                readers.set(reader);
            }
        }
    }

    private Admission admission() {
        ObjectInputFilter its = StreamFilters.forGraph(filter);
        return its == filter ? admission : new Admission(its, limits, true);
    }
}
