package musubi.launch.link;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Records as payloads: the components in their order. A component is an int, a boolean, a text, a
 * path, an enum constant, a record, one of the records of a sealed interface, or a list, set or map
 * of these. Texts, paths and sets may be null. The constructors of the records check the values.
 */
final class RecordCodec {
    private RecordCodec() {}

    static void write(Object value, PayloadWriter out) {
        switch (value) {
            case null -> out.text(null);
            case Integer number -> out.number(number);
            case Boolean flag -> out.flag(flag);
            case Enum<?> constant -> out.number(constant.ordinal());
            case Record components -> writeComponents(components, out);
            case Collection<?> all -> {
                out.number(all.size());
                all.forEach(each -> write(each, out));
            }
            case Map<?, ?> map -> {
                out.number(map.size());
                map.forEach((key, each) -> out.text((String) key).text((String) each));
            }
            default -> out.text(value.toString());
        }
    }

    private static void writeComponents(Record components, PayloadWriter out) {
        Class<?> type = components.getClass();
        for (Class<?> each : type.getInterfaces()) {
            if (each.isSealed()) {
                out.number(List.of(each.getPermittedSubclasses()).indexOf(type));
            }
        }
        try {
            for (RecordComponent component : type.getRecordComponents()) {
                component.getAccessor().setAccessible(true);
                write(component.getAccessor().invoke(components), out);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read a component of " + type, e);
        }
    }

    static Object read(Type type, PayloadReader in) throws IOException {
        if (type instanceof ParameterizedType several) {
            return readAll(several, in);
        }
        Class<?> simple = (Class<?>) type;
        if (simple == int.class || simple == Integer.class) {
            return in.number();
        } else if (simple == boolean.class) {
            return in.flag();
        } else if (simple == String.class) {
            return in.text();
        } else if (simple == Path.class) {
            return path(in.text());
        } else if (simple.isEnum()) {
            return oneOf(simple.getEnumConstants(), in);
        }
        return readComponents(
                simple.isSealed() ? oneOf(simple.getPermittedSubclasses(), in) : simple, in);
    }

    private static Path path(String text) throws IOException {
        try {
            return text == null ? null : Path.of(text);
        } catch (InvalidPathException e) {
            throw PayloadReader.malformed("not a path: " + text, e);
        }
    }

    private static <T> T oneOf(T[] known, PayloadReader in) throws IOException {
        int number = in.number();
        if (number < 0 || number >= known.length) {
            throw PayloadReader.malformed("number=" + number + " known=" + known.length, null);
        }
        return known[number];
    }

    private static Object readAll(ParameterizedType type, PayloadReader in) throws IOException {
        if (type.getRawType() == Map.class) {
            return in.map();
        }
        boolean isSet = type.getRawType() == Set.class;
        if (isSet && in.skipNull()) {
            return null;
        }
        List<Object> all = new ArrayList<>();
        for (int left = in.size(1); left > 0; left--) {
            Object each = read(type.getActualTypeArguments()[0], in);
            if (each == null) {
                throw PayloadReader.malformed("an element is missing", null);
            }
            all.add(each);
        }
        return isSet ? new HashSet<>(all) : all;
    }

    private static Object readComponents(Class<?> type, PayloadReader in) throws IOException {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            values[i] = read(components[i].getGenericType(), in);
        }
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            String why = e.getCause().getMessage();
            throw PayloadReader.malformed(type.getSimpleName() + ": " + why, e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot create " + type, e);
        }
    }
}
