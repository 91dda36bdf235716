package musubi.type.object.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which classes a filter sees in the form of the JDK, so that one filter has the same effect on
 * both forms.
 */
final class SerialNames {
    private static final String IMMUTABLE = "java.util.ImmutableCollections$";
    private static final String TIME = "java.time.";

    private static final Set<Class<?>> WITH_TABLE =
            Set.of(HashMap.class, LinkedHashMap.class, HashSet.class, LinkedHashSet.class);

    private SerialNames() {}

    /** The class that the JDK writes in place of objects of a class; null for none. */
    static Class<?> standIn(Class<?> type) {
        if (type.getClassLoader() != null || type.isArray() || type.isEnum()) {
            return null;
        }
        String name = type.getName();
        if (name.startsWith(IMMUTABLE)) {
            return library("java.util.CollSer");
        }
        return name.startsWith(TIME) ? library("java.time.Ser") : null;
    }

    private static Class<?> library(String name) {
        try {
            return Class.forName(name, false, null);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The array that a filter sees when an array or collection is read; null for none. */
    static Class<?> arrayOf(Class<?> type) {
        if (type.isArray()) {
            return type;
        }
        if (type == ArrayList.class
                || type == ArrayDeque.class
                || type.getName().startsWith(IMMUTABLE)) {
            return Object[].class;
        }
        return WITH_TABLE.contains(type) ? Map.Entry[].class : null;
    }
}
