package musubi.ledger;

import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Sizes of objects of the JDK, whose internals are not accessible: computed from their public
 * state. The spare capacity of a collection follows from its rule of growth.
 */
final class JdkObjects {
    private static final int LIST_START = 10;
    private static final int QUEUE_START = 17;
    private static final int QUEUE_DOUBLES_UP_TO = 64;
    private static final int TABLE_START = 16;

    private final ObjectSizes sizes;

    JdkObjects(ObjectSizes sizes) {
        this.sizes = sizes;
    }

    /** Bytes of an object with its own insides. */
    long bytes(Object object) {
        long own = sizes.object(object.getClass());
        return own
                + switch (object) {
                    case String text -> sizes.array(byte.class, text.length());
                    case BitSet bits -> sizes.array(long.class, bits.size() / Long.SIZE);
                    case Map<?, ?> map -> insides(map);
                    case ArrayList<?> list -> listRoom(list.size());
                    case ArrayDeque<?> queue -> sizes.references(queueRoom(queue.size()));
                    case Collection<?> other -> insides(other);
                    case InetSocketAddress _ ->
                            nodes(1, "java.net.InetSocketAddress$InetSocketAddressHolder");
                    case InetAddress _ -> nodes(1, "java.net.InetAddress$InetAddressHolder");
                    case MemorySegment memory when !memory.isNative() ->
                            nodes(1, "jdk.internal.foreign.GlobalSession$HeapSession");
                    default -> 0;
                };
    }

    private long listRoom(int size) {
        if (size == 0) {
            return 0;
        }
        int room = LIST_START;
        while (room < size) {
            room += room >> 1;
        }
        return sizes.references(room);
    }

    private static int queueRoom(int size) {
        int room = QUEUE_START;
        while (room <= size) {
            room += room < QUEUE_DOUBLES_UP_TO ? room + 2 : room >> 1;
        }
        return room;
    }

    private long insides(Map<?, ?> map) {
        return switch (map) {
            case LinkedHashMap<?, ?> linked -> table(linked, "java.util.LinkedHashMap$Entry");
            case HashMap<?, ?> hash -> table(hash, "java.util.HashMap$Node");
            case WeakHashMap<?, ?> weak -> table(weak, "java.util.WeakHashMap$Entry");
            case ConcurrentHashMap<?, ?> hash ->
                    // It grows one entry earlier.
                    table(hash.size() + 1, "java.util.concurrent.ConcurrentHashMap$Node");
            case TreeMap<?, ?> tree -> nodes(tree.size(), "java.util.TreeMap$Entry");
            case EnumMap<?, ?> constants -> sizes.references(constants.size());
            default -> sizes.references(2L * map.size());
        };
    }

    private long insides(Collection<?> collection) {
        String name = collection.getClass().getName();
        return switch (name) {
            case "java.util.LinkedHashSet" ->
                    sizes.object(LinkedHashMap.class)
                            + table(collection.size(), "java.util.LinkedHashMap$Entry");
            case "java.util.HashSet" ->
                    sizes.object(HashMap.class)
                            + table(collection.size(), "java.util.HashMap$Node");
            case "java.util.concurrent.ConcurrentLinkedQueue" ->
                    nodes(collection.size() + 1, "java.util.concurrent.ConcurrentLinkedQueue$Node");
            default -> sizes.references(collection.size());
        };
    }

    private long table(AbstractMap<?, ?> map, String node) {
        return table(map.size(), node);
    }

    private long table(int entries, String node) {
        if (entries == 0) {
            return 0;
        }
        int room = TABLE_START;
        while (4 * entries > 3 * room) {
            room *= 2;
        }
        return sizes.references(room) + nodes(entries, node);
    }

    private long nodes(long count, String type) {
        try {
            return count * sizes.object(Class.forName(type));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("the JDK has no class of this name: " + type, e);
        }
    }

    /** Passes on what an object of the JDK holds for its user. */
    static void forEachHeld(Object object, Consumer<Object> action) {
        switch (object) {
            case Map<?, ?> map ->
                    map.forEach(
                            (key, value) -> {
                                action.accept(key);
                                action.accept(value);
                            });
            case Collection<?> collection -> collection.forEach(action);
            case AtomicReference<?> place -> action.accept(place.get());
            case InetSocketAddress address -> action.accept(address.getAddress());
            case Optional<?> value -> value.ifPresent(action);
            default -> {}
        }
    }
}
