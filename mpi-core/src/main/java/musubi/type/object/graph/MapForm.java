package musubi.type.object.graph;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Hash maps: their keys and values in the order of iteration. */
final class MapForm extends ClassForm {
    private final Maker maker;

    /** Makes an empty map. */
    interface Maker {
        /**
         * Makes a map for a number of entries.
         *
         * @param byAccess whether it is ordered by access
         */
        Map<Object, Object> make(int size, boolean byAccess);
    }

    MapForm(Class<?> type, Maker maker) {
        super(type, 0, KeyUse.CONTENT);
        this.maker = maker;
    }

    @Override
    boolean isBuiltLast() {
        return false;
    }

    @Override
    void write(Object object, GraphWriter out, boolean complete) {
        Map<?, ?> map = (Map<?, ?>) object;
        if (map instanceof ConcurrentHashMap<?, ?>) {
            writeConcurrent(map, out, complete);
            return;
        }
        out.putVarint(map.size());
        if (map instanceof LinkedHashMap<?, ?> linked) {
            out.putByte(LibraryObjects.isOrderedByAccess(linked) ? 1 : 0);
        }
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            out.writeKey(entry.getKey(), complete);
            out.write(entry.getValue(), complete);
        }
    }

    /** Other threads may change the map, so its size is that of the entries that are written. */
    private static void writeConcurrent(Map<?, ?> map, GraphWriter out, boolean complete) {
        Object[] entries = map.entrySet().toArray();
        out.putVarint(entries.length);
        for (Object each : entries) {
            Map.Entry<?, ?> entry = (Map.Entry<?, ?>) each;
            out.writeKey(entry.getKey(), complete);
            out.write(entry.getValue(), complete);
        }
    }

    @Override
    Object read(GraphReader in, int number, boolean complete) {
        int size = in.getSize(type);
        boolean byAccess = type == LinkedHashMap.class && in.getByte() != 0;
        Map<Object, Object> map = maker.make(size, byAccess);
        in.set(number, map);
        KeyCounter counter = in.counter(size, 0);
        for (int i = 0; i < size; i++) {
            Object key = in.readKey(complete);
            if (counter != null) {
                counter.add(key);
            }
            map.put(key, in.read(complete));
        }
        return map;
    }
}
