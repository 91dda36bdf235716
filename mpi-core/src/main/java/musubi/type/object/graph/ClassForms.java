package musubi.type.object.graph;

import musubi.type.object.Refusal;
import musubi.type.object.wire.WireWriter;

import java.io.Serializable;
import java.lang.ref.Reference;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The forms of classes for one codec. The classes of a program keep theirs, softly and in objects
 * of the JDK, so that neither class loader keeps the other.
 *
 * <p>Thread rule: any thread.
 */
final class ClassForms {
    private static final int DESCRIPTION_BITS = 6;

    /** In place of a reference to a form. */
    private static final Object NO_FORM = Boolean.FALSE;

    private final Map<Class<?>, Optional<ClassForm>> ofLibrary = new ConcurrentHashMap<>();
    private final Described[] described = new Described[1 << DESCRIPTION_BITS];
    private final ClassValue<AtomicReference<Object>> ofPrograms =
            new ClassValue<>() {
                @Override
                protected AtomicReference<Object> computeValue(Class<?> type) {
                    return new AtomicReference<>();
                }
            };

    /** The form that a description has led to with a class loader. */
    private record Described(WeakReference<ClassLoader> loader, WeakReference<ClassForm> form) {}

    /** The form of a class of objects; null for one that only the serial form carries. */
    ClassForm of(Class<?> type) {
        if (type.getClassLoader() == null) {
            Optional<ClassForm> known = ofLibrary.get(type);
            if (known == null) {
                known = Optional.ofNullable(make(type));
                ofLibrary.put(type, known);
            }
            return known.orElse(null);
        }
        AtomicReference<Object> slot = ofPrograms.get(type);
        Object kept = slot.get();
        if (kept == NO_FORM) {
            return null;
        }
        ClassForm known = kept == null ? null : (ClassForm) ((Reference<?>) kept).get();
        if (known == null) {
            known = make(type);
            slot.set(known == null ? NO_FORM : new SoftReference<>(known));
        }
        return known;
    }

    private ClassForm make(Class<?> type) {
        if (type.isHidden() || Proxy.isProxyClass(type)) {
            return null;
        }
        if (type.isArray()) {
            return type.componentType().isPrimitive() ? null : new ObjectArrayForm(type);
        }
        if (Enum.class.isAssignableFrom(type)) {
            // A constant with a body has a class of its own.
            Class<?> declared = type.isEnum() ? type : type.getSuperclass();
            return type == declared ? EnumForm.of(type) : declared == null ? null : of(declared);
        }
        if (!Serializable.class.isAssignableFrom(type)) {
            return null;
        }
        if (type.getClassLoader() == null) {
            return LibraryForms.of(type);
        }
        return type.isRecord() ? RecordForm.of(type) : PlainForm.of(type);
    }

    /** How a hash table uses a key. */
    ClassForm.KeyUse keyUse(Object key) {
        if (key == null
                || key.getClass() == String.class
                || key instanceof Number && key.getClass().getPackageName().equals("java.lang")) {
            return ClassForm.KeyUse.SORTED;
        }
        Class<?> type = key.getClass();
        if (type == Boolean.class || type == Character.class) {
            return ClassForm.KeyUse.SORTED;
        }
        if (type.isArray()) {
            return ClassForm.KeyUse.IDENTITY;
        }
        ClassForm form = of(type);
        return form == null ? ClassForm.KeyUse.CONTENT : form.keyUse;
    }

    /**
     * The form of the class that a message describes.
     *
     * @throws Refusal when there is none, or its description is another
     */
    ClassForm described(byte[] bytes, int start, int end, GraphReader in) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        int slot = slot(bytes, start, end);
        Described known = described[slot];
        if (known != null && known.loader.refersTo(loader)) {
            ClassForm form = known.form.get();
            if (form != null && form.isDescribed(bytes, start, end)) {
                return form;
            }
        }
        ClassForm form = resolve(bytes, start, end, in, loader);
        described[slot] = new Described(new WeakReference<>(loader), new WeakReference<>(form));
        return form;
    }

    private static int slot(byte[] bytes, int start, int end) {
        if (end - start < Long.BYTES) {
            throw Refusal.damaged("a class without a name");
        }
        long shape = (long) WireWriter.LONGS.get(bytes, start);
        long endOfName = (long) WireWriter.LONGS.get(bytes, end - Long.BYTES);
        long hash = (shape + 31 * endOfName + end - start) * 0x9E3779B97F4A7C15L;
        return (int) (hash >>> Long.SIZE - DESCRIPTION_BITS);
    }

    private ClassForm resolve(
            byte[] bytes, int start, int end, GraphReader in, ClassLoader loader) {
        String name = ClassForm.nameIn(bytes, start, end);
        Class<?> type;
        try {
            type = find(name, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new Refusal(
                    "cannot deserialise received objects of MPI.OBJECT: no class " + name, e);
        }
        in.admission().admit(type, in);
        ClassForm form = of(type);
        if (form == null || !form.isDescribed(bytes, start, end)) {
            throw new Refusal(
                    "the class of received objects of MPI.OBJECT differs between the ranks, in its"
                            + " fields or its serialVersionUID: class="
                            + name);
        }
        return form;
    }

    private static Class<?> find(String name, ClassLoader loader) throws ClassNotFoundException {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException _) {
            return Class.forName(name, false, ClassForms.class.getClassLoader());
        }
    }
}
