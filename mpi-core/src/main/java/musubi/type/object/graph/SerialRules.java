package musubi.type.object.graph;

import java.io.Externalizable;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Which classes serialise by the default rules of the JDK alone, and with which fields (Java Object
 * Serialization Specification, section 1).
 */
final class SerialRules {
    private static final Comparator<Field> ORDER =
            Comparator.comparing((Field field) -> !field.getType().isPrimitive())
                    .thenComparing(Field::getName);

    private SerialRules() {}

    /** Whether a class and its superclasses have no say in how objects are written and read. */
    static boolean isDefault(Class<?> type) {
        if (Externalizable.class.isAssignableFrom(type)) {
            return false;
        }
        Class<?> next = type;
        while (next != null && next != Object.class) {
            boolean isSerial = Serializable.class.isAssignableFrom(next);
            if (isSerial && !isOpen(next)
                    || has(next, "writeReplace")
                    || has(next, "readResolve")
                    || isSerial && hasOwnForm(next)) {
                return false;
            }
            next = next.getSuperclass();
        }
        return true;
    }

    /** Whether a record does not replace itself; what else it may declare does not count. */
    static boolean isDefaultRecord(Class<?> type) {
        return isOpen(type) && !has(type, "writeReplace") && !has(type, "readResolve");
    }

    private static boolean isOpen(Class<?> type) {
        return type.getModule().isOpen(type.getPackageName(), SerialRules.class.getModule());
    }

    private static boolean hasOwnForm(Class<?> type) {
        return has(type, "writeObject", ObjectOutputStream.class)
                || has(type, "readObject", ObjectInputStream.class)
                || has(type, "readObjectNoData")
                || staticField(type, "serialPersistentFields") != null;
    }

    private static boolean has(Class<?> type, String name, Class<?>... parameters) {
        try {
            Method method = type.getDeclaredMethod(name, parameters);
            return !Modifier.isStatic(method.getModifiers());
        } catch (NoSuchMethodException _) {
            return false;
        }
    }

    private static Field staticField(Class<?> type, String name) {
        try {
            Field field = type.getDeclaredField(name);
            return Modifier.isStatic(field.getModifiers()) ? field : null;
        } catch (NoSuchFieldException _) {
            return null;
        }
    }

    /** The fields of an object, those of superclasses first; they can be read and written. */
    static Field[] fields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        Class<?> next = type;
        while (next != null && Serializable.class.isAssignableFrom(next)) {
            Field[] its =
                    Arrays.stream(next.getDeclaredFields())
                            .filter(SerialRules::isSerial)
                            .sorted(ORDER)
                            .toArray(Field[]::new);
            fields.addAll(0, Arrays.asList(its));
            next = next.getSuperclass();
        }
        fields.forEach(field -> field.setAccessible(true));
        return fields.toArray(new Field[0]);
    }

    private static boolean isSerial(Field field) {
        return (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0;
    }

    /** The shape of a class: its fields, and its version where the program declares one. */
    static long shape(Class<?> type, Field[] fields) throws IllegalAccessException {
        long shape = 0;
        for (Field field : fields) {
            shape = Shape.with(shape, field.getDeclaringClass().getName());
            shape = Shape.with(shape, field.getName());
            shape = Shape.with(shape, field.getType().getName());
        }
        Class<?> next = type;
        while (next != null && Serializable.class.isAssignableFrom(next)) {
            Field version = staticField(next, "serialVersionUID");
            if (version != null && version.getType() == long.class) {
                version.setAccessible(true);
                shape = Shape.with(shape, Long.toString(version.getLong(null)));
            }
            next = next.getSuperclass();
        }
        return shape;
    }

    /**
     * A constructor that runs only that of the first superclass that is not serialisable; null if
     * the JDK does not permit one.
     */
    static Constructor<?> constructor(Class<?> type) throws ReflectiveOperationException {
        return (Constructor<?>) reflectionFactory("newConstructorForSerialization", type);
    }

    /** Calls a method of {@code sun.reflect.ReflectionFactory}, which is for such libraries. */
    static Object reflectionFactory(String method, Class<?> type)
            throws ReflectiveOperationException {
        // By name, because the compiler warns of the package.
        Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
        Object instance = factory.getMethod("getReflectionFactory").invoke(null);
        return factory.getMethod(method, Class.class).invoke(instance, type);
    }
}
