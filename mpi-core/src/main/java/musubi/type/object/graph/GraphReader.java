package musubi.type.object.graph;

import musubi.type.object.LimitTexts;
import musubi.type.object.Refusal;
import musubi.type.object.wire.Boxes;
import musubi.type.object.wire.PrimitiveArrays;
import musubi.type.object.wire.Tag;
import musubi.type.object.wire.WireReader;

import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * Reads the objects of a message that a {@link GraphWriter} has written, within the limits of an
 * {@link Admission}.
 *
 * <p>Thread rule: one thread at a time.
 */
final class GraphReader extends WireReader {
    private static final int FEW = 16;
    private static final int LARGEST_KEPT = 1 << 16;

    private final ClassForms forms;
    private final ArrayDeque<Postponed> postponed = new ArrayDeque<>();
    private Admission admission;
    private Object[] objects = new Object[FEW];
    private int objectCount;
    private ClassForm[] classes = new ClassForm[FEW];
    private int classCount;
    private int depth;

    /** The depth at which the recursion began that runs now. */
    private int firstDepth;

    private long references;
    private long elements;
    private long comparisons;

    /** Content that is put off, with its depth. */
    private record Postponed(Runnable content, int depth) {}

    GraphReader(ClassForms forms) {
        this.forms = forms;
    }

    /** Begins a message. */
    void begin(Admission itsAdmission, byte[] message, int start, int end) {
        admission = itsAdmission;
        reset(message, start, end);
    }

    /** Reads one of the objects of the message, with all that it refers to. */
    Object readRoot() {
        Object root = read(false);
        while (!postponed.isEmpty()) {
            Postponed next = postponed.poll();
            depth = next.depth;
            firstDepth = next.depth;
            next.content.run();
        }
        depth = 0;
        firstDepth = 0;
        return root;
    }

    /**
     * Reads an object.
     *
     * @param complete as for {@link GraphWriter#write}
     */
    Object read(boolean complete) {
        return read(complete, false);
    }

    /** Reads a key of a hash table. */
    Object readKey(boolean complete) {
        Object key = read(complete, true);
        if (forms.keyUse(key) == ClassForm.KeyUse.CONTENT) {
            throw Refusal.damaged("a key of " + key.getClass().getName());
        }
        return key;
    }

    private Object read(boolean complete, boolean isKey) {
        int tag = getByte();
        admission.checkReferences(++references);
        if (tag >= Tag.FIRST_CLASS) {
            return readOf(classOf(tag - Tag.FIRST_CLASS), complete, isKey);
        }
        switch (tag) {
            case Tag.NULL:
                return null;
            case Tag.REFERENCE:
                admission.admitReference(this);
                return referenced(getVarint());
            case Tag.LATIN, Tag.UTF16:
                return readText(tag);
            case Tag.NEW_CLASS:
                return readOf(readClass(), complete, isKey);
            case Tag.LATER_CLASS:
                return readOf(classOf(getVarint()), complete, isKey);
            default:
                return readValue(tag);
        }
    }

    private Object readValue(int tag) {
        if (tag <= Tag.DOUBLE) {
            admission.admitTag(tag, Boxes.classOf(tag), this);
            return Boxes.read(tag, this);
        }
        if (tag > Tag.DOUBLES) {
            throw Refusal.damaged("tag " + tag + " before byte " + position());
        }
        Class<?> type = PrimitiveArrays.classOf(tag);
        admission.admitTag(tag, type, this);
        int number = reserve();
        int length = getVarint();
        admission.admitArray(type, length, this);
        Object array = PrimitiveArrays.read(tag, length, this);
        set(number, array);
        return array;
    }

    private String readText(int tag) {
        int number = reserve();
        int length = getVarint();
        String text = tag == Tag.LATIN ? getLatin(length) : getUtf16(length);
        set(number, text);
        return text;
    }

    private Object readOf(ClassForm form, boolean complete, boolean isKey) {
        int number = form.isTracked() ? reserve() : -1;
        depth++;
        admission.checkDepth(depth);
        admission.admitObject(form, this);
        boolean whole =
                complete || form.isBuiltLast() || isKey && form.keyUse != ClassForm.KeyUse.IDENTITY;
        Object object = form.read(this, number, whole);
        if (number >= 0) {
            set(number, object);
        }
        depth--;
        return object;
    }

    private Object referenced(int number) {
        Object object = number < objectCount ? objects[number] : null;
        if (object == null) {
            throw Refusal.damaged("reference " + number + " before byte " + position());
        }
        return object;
    }

    private int reserve() {
        if (objectCount == objects.length) {
            objects = Arrays.copyOf(objects, 2 * objectCount);
        }
        return objectCount++;
    }

    /** Sets the object that references find under a number. */
    void set(int number, Object object) {
        objects[number] = object;
    }

    private ClassForm classOf(int number) {
        if (number >= classCount) {
            throw Refusal.damaged("class " + number + " before byte " + position());
        }
        return classes[number];
    }

    private ClassForm readClass() {
        int length = getVarint();
        need(length);
        ClassForm form = forms.described(bytes(), position(), position() + length, this);
        skip(length);
        if (classCount == classes.length) {
            classes = Arrays.copyOf(classes, 2 * classCount);
        }
        classes[classCount++] = form;
        admission.admit(form, this);
        return form;
    }

    /** Reads the number of elements of an object, each of which has a byte or more. */
    int getSize(Class<?> type) {
        int size = getVarint();
        elements += size;
        admission.admitArray(type, size, this);
        if (elements > end()) {
            throw new Refusal(LimitTexts.tooLong(type, size, end()));
        }
        return size;
    }

    /** Counts comparisons of keys. */
    void compare(long keys, int mostKeys) {
        comparisons += keys;
        if (comparisons > admission.limits().comparisons(end())) {
            throw new Refusal(
                    LimitTexts.collisions(mostKeys, admission.limits().collisions(), comparisons));
        }
    }

    /** A count of the keys of a table, if there are enough of them to be expensive; else null. */
    KeyCounter counter(int keys, int slots) {
        boolean isLarge = (double) keys * keys / 2 > admission.limits().comparisons(end());
        return isLarge ? new KeyCounter(this, slots) : null;
    }

    Admission admission() {
        return admission;
    }

    ClassForms forms() {
        return forms;
    }

    int depth() {
        return depth;
    }

    long references() {
        return references;
    }

    /** Whether content here is put off. */
    boolean isTooDeep(boolean complete) {
        return depth - firstDepth > GraphWriter.DEEP && !complete;
    }

    void postpone(Runnable content) {
        postponed.add(new Postponed(content, depth));
    }

    /** Forgets the message. */
    void clear() {
        if (objectCount > LARGEST_KEPT) {
            objects = new Object[FEW];
        } else {
            Arrays.fill(objects, 0, objectCount, null);
        }
        Arrays.fill(classes, 0, classCount, null);
        postponed.clear();
        reset(new byte[0], 0, 0);
        admission = null;
        objectCount = 0;
        classCount = 0;
        depth = 0;
        firstDepth = 0;
        references = 0;
        elements = 0;
        comparisons = 0;
    }
}
