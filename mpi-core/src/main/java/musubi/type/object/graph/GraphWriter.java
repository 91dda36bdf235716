package musubi.type.object.graph;

import musubi.type.object.EncodedObjects;
import musubi.type.object.wire.Boxes;
import musubi.type.object.wire.IdentityTable;
import musubi.type.object.wire.PrimitiveArrays;
import musubi.type.object.wire.Tag;
import musubi.type.object.wire.WireWriter;

import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * Writes the objects of a message, depth first; each object once, later references by its number.
 *
 * <p>Thread rule: one thread at a time.
 */
final class GraphWriter extends WireWriter {
    /** Levels of recursion after which content is put off. */
    static final int DEEP = 64;

    private static final int CAPACITY = 512;

    private final ClassForms forms;
    private final IdentityTable objects = new IdentityTable();
    private final IdentityTable classes = new IdentityTable();
    private final ArrayDeque<Object> postponed = new ArrayDeque<>();
    private final ArrayDeque<MutableForm<?>> postponedForms = new ArrayDeque<>();
    private Class<?> latestClass;
    private ClassForm latestForm;
    private int latestNumber;
    private int depth;

    /** Numbers of the objects that are built when their content, which is being written, is. */
    private int[] unbuilt = new int[8];

    private int unbuiltCount;

    GraphWriter(ClassForms forms) {
        super(CAPACITY);
        this.forms = forms;
    }

    /** Writes one of the objects of the message, with all that it refers to. */
    void writeRoot(Object object) {
        write(object, false);
        while (!postponed.isEmpty()) {
            Object next = postponed.poll();
            postponedForms.poll().writeContent(next, this, false);
        }
    }

    /**
     * Writes an object.
     *
     * @param complete whether the receiver needs it whole when it has been read
     */
    void write(Object object, boolean complete) {
        if (object == null) {
            putByte(Tag.NULL);
            return;
        }
        Class<?> type = object.getClass();
        if (type == String.class) {
            writeText((String) object);
        } else if (type == Integer.class) {
            putTagged(Tag.INT, (int) object);
        } else if (type == latestClass) {
            writeOf(latestForm, latestNumber, object, complete);
        } else if (!Boxes.write(object, type, this)) {
            writeOther(object, type, complete);
        }
    }

    private void writeText(String text) {
        int known = objects.findOrAdd(text);
        if (known >= 0) {
            putReference(known);
        } else {
            putText(text);
        }
    }

    private void putReference(int number) {
        putByte(Tag.REFERENCE);
        putVarint(number);
    }

    private void writeOther(Object object, Class<?> type, boolean complete) {
        if (type.isArray() && type.componentType().isPrimitive()) {
            int known = objects.findOrAdd(object);
            if (known >= 0) {
                putReference(known);
            } else {
                PrimitiveArrays.write(object, this);
            }
            return;
        }
        ClassForm form = forms.of(type);
        if (form == null) {
            throw new NoGraphForm(type.getName());
        }
        writeOf(form, -1, object, complete);
    }

    private void writeOf(ClassForm form, int knownNumber, Object object, boolean complete) {
        if (form.isTracked()) {
            int known = objects.findOrAdd(object);
            if (known >= 0) {
                checkReference(form, known, complete);
                putReference(known);
                return;
            }
        }
        int number = objects.size() - 1;
        writeClass(form, object.getClass(), knownNumber);
        depth++;
        if (form.isBuiltLast() && form.isTracked()) {
            beginBuilding(number);
            form.write(object, this, true);
            endBuilding();
        } else {
            form.write(object, this, complete);
        }
        depth--;
    }

    private void writeClass(ClassForm form, Class<?> type, int knownNumber) {
        int number = knownNumber >= 0 ? knownNumber : classes.findOrAdd(form);
        if (number < 0) {
            number = classes.size() - 1;
            putByte(Tag.NEW_CLASS);
            putVarint(form.description.length);
            putBytes(form.description);
        } else if (number < Tag.CLASS_TAGS) {
            putByte(Tag.FIRST_CLASS + number);
        } else {
            putByte(Tag.LATER_CLASS);
            putVarint(number);
        }
        latestClass = type;
        latestForm = form;
        latestNumber = number;
    }

    /**
     * A reference to an object that the receiver does not have yet, or whose content it does not
     * have where it needs it, is left to the serial form.
     */
    private void checkReference(ClassForm form, int number, boolean complete) {
        for (int i = 0; i < unbuiltCount; i++) {
            if (unbuilt[i] == number) {
                throw new NoGraphForm("a cycle through " + form.type.getName());
            }
        }
        if (complete && !form.isBuiltLast() && !postponed.isEmpty()) {
            throw new NoGraphForm("a reference to postponed content");
        }
    }

    /** The content of an object that does not exist before it; until {@link #endBuilding}. */
    private void beginBuilding(int number) {
        if (unbuiltCount == unbuilt.length) {
            unbuilt = Arrays.copyOf(unbuilt, 2 * unbuiltCount);
        }
        unbuilt[unbuiltCount++] = number;
    }

    private void endBuilding() {
        unbuiltCount--;
    }

    /** Writes a key of a hash table. */
    void writeKey(Object key, boolean complete) {
        ClassForm.KeyUse use = forms.keyUse(key);
        if (use == ClassForm.KeyUse.CONTENT) {
            throw new NoGraphForm("a key of " + key.getClass().getName());
        }
        write(key, complete || use != ClassForm.KeyUse.IDENTITY);
    }

    /** Whether content here is put off. */
    boolean isTooDeep(boolean complete) {
        return depth > DEEP && !complete;
    }

    void postpone(Object object, MutableForm<?> form) {
        postponed.add(object);
        postponedForms.add(form);
    }

    /** The message. */
    EncodedObjects message() {
        return isLarge()
                ? new EncodedObjects(bytes(), position())
                : new EncodedObjects(Arrays.copyOf(bytes(), position()), position());
    }

    /** Forgets the message. */
    void clear() {
        objects.clear();
        classes.clear();
        postponed.clear();
        postponedForms.clear();
        latestClass = null;
        latestForm = null;
        depth = 0;
        unbuiltCount = 0;
        reset(CAPACITY);
    }
}
