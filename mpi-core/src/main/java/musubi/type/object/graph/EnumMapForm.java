package musubi.type.object.graph;

import java.util.EnumMap;
import java.util.Map;

/** Maps from constants of an enum, which the first of them names. */
final class EnumMapForm extends ClassForm {
    EnumMapForm(Class<?> type) {
        super(type, 0, KeyUse.CONTENT);
    }

    @Override
    boolean isBuiltLast() {
        return false;
    }

    @Override
    void write(Object object, GraphWriter out, boolean complete) {
        Map<?, ?> map = (EnumMap<?, ?>) object;
        if (map.isEmpty()) {
            throw new NoGraphForm("an empty EnumMap");
        }
        out.putVarint(map.size());
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            out.write(entry.getKey(), true);
            out.write(entry.getValue(), complete);
        }
    }

    @Override
    Object read(GraphReader in, int number, boolean complete) {
        int size = in.getSize(type);
        Object key = in.read(true);
        Map<?, ?> map = LibraryObjects.enumMap(((Enum<?>) key).getDeclaringClass());
        in.set(number, map);
        LibraryObjects.put(map, key, in.read(complete));
        for (int i = 1; i < size; i++) {
            Object next = in.read(true);
            LibraryObjects.put(map, next, in.read(complete));
        }
        return map;
    }
}
