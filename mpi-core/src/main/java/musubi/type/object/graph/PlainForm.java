package musubi.type.object.graph;

import musubi.type.object.Refusal;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;

/** Objects of a program's class that serialises by the default rules: field by field. */
final class PlainForm extends MutableForm<Object> {
    private final Fields fields;
    private final Constructor<?> constructor;

    private PlainForm(
            Class<?> type, long shape, KeyUse use, Fields fields, Constructor<?> constructor) {
        super(type, shape, use);
        this.fields = fields;
        this.constructor = constructor;
    }

    /** The form of a class; null if it does not serialise by the default rules. */
    static PlainForm of(Class<?> type) {
        try {
            if (Modifier.isAbstract(type.getModifiers()) || !SerialRules.isDefault(type)) {
                return null;
            }
            Field[] fields = SerialRules.fields(type);
            Constructor<?> constructor = SerialRules.constructor(type);
            long shape = SerialRules.shape(type, fields);
            return constructor == null
                    ? null
                    : new PlainForm(type, shape, use(type), new Fields(fields, null), constructor);
        } catch (ReflectiveOperationException
                | LinkageError
                | SecurityException
                | InaccessibleObjectException _) {
            return null;
        }
    }

    /** Hash codes of the program are trusted to be cheap; those of the library's superclass not. */
    private static KeyUse use(Class<?> type) throws NoSuchMethodException {
        Class<?> hashing = type.getMethod("hashCode").getDeclaringClass();
        if (hashing == Object.class) {
            return KeyUse.IDENTITY;
        }
        return hashing.getClassLoader() == null ? KeyUse.CONTENT : KeyUse.VALUE;
    }

    @Override
    void writeHead(Object object, GraphWriter out) {}

    @Override
    void writeContent(Object object, GraphWriter out, boolean complete) {
        fields.access().write(object, out, complete);
    }

    @Override
    Object create(GraphReader in) {
        try {
            return constructor.newInstance();
        } catch (InvocationTargetException e) {
            throw new Refusal("cannot create a received object of MPI.OBJECT: " + e.getCause(), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    void readContent(Object object, GraphReader in, boolean complete) {
        fields.access().read(object, in, complete);
    }
}
