package musubi.type.object.graph;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Calls of the library with types that are known at run time only. */
final class LibraryObjects {
    private static final MethodHandle PUT;
    private static final MethodHandle ENUM_MAP;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            PUT =
                    lookup.findVirtual(
                            Map.class,
                            "put",
                            MethodType.methodType(Object.class, Object.class, Object.class));
            ENUM_MAP =
                    lookup.findConstructor(
                            EnumMap.class, MethodType.methodType(void.class, Class.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private LibraryObjects() {}

    static Map<?, ?> enumMap(Class<?> keys) {
        try {
            return (EnumMap<?, ?>) ENUM_MAP.invokeExact((Class<?>) keys);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Puts a pair into a map; its class decides whether the key fits. */
    static void put(Map<?, ?> map, Object key, Object value) {
        try {
            Object _ = (Object) PUT.invokeExact((Map<?, ?>) map, key, value);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Whether a map is ordered by access: a copy, which no other thread sees, is accessed and
     * examined.
     */
    static boolean isOrderedByAccess(LinkedHashMap<?, ?> map) {
        LinkedHashMap<?, ?> copy = (LinkedHashMap<?, ?>) map.clone();
        while (copy.size() < 2) {
            put(copy, new Object(), copy);
        }
        Object first = copy.firstEntry().getKey();
        copy.get(first);
        return copy.firstEntry().getKey() != first;
    }
}
