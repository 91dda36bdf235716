package musubi.ledger;

import musubi.adi.Endpoint;
import musubi.adi.Transport;
import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.memory.MemoryReport;
import musubi.memory.OffHeap;
import musubi.region.AddressSpace;
import musubi.region.Region;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.Buffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Counts all that can be reached from some objects, each once, as what it is used for. It goes
 * through objects of Musubi, arrays, and collections of Agrona and the JDK. It stops at what is not
 * the library's: memory that a {@link Region} was wrapped around, threads, classes; and at what
 * ranks of a JVM share, which is counted for one of them.
 *
 * <p>Nothing is kept or counted while ranks run, so the ledger costs nothing without a report. For
 * one thread, while no other changes the objects.
 */
final class MemoryWalk {
    private static final String OURS = "musubi.";

    /** Its collections have all of their memory in fields. */
    private static final String AGRONA = "org.agrona.";

    /** What the walk does not go into. */
    private static final List<Class<?>> FOREIGN =
            List.of(
                    Region.class,
                    AddressSpace.class,
                    Thread.class,
                    ThreadGroup.class,
                    ClassLoader.class,
                    Class.class,
                    Enum.class);

    private final ObjectSizes sizes = new ObjectSizes();
    private final JdkObjects jdk = new JdkObjects(sizes);
    private final Map<Class<?>, Shape> shapes = new HashMap<>();
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final ArrayDeque<Found> todo = new ArrayDeque<>();
    private final List<Outside> outside = new ArrayList<>();
    private final long[] bytes = new long[2 * Component.values().length];
    private final BiConsumer<Object, Long> observer;
    private boolean isObserved = true;

    /** The layout of a class; the component is null if neither it nor its package has one. */
    private record Shape(long bytes, List<Field> references, Component component) {}

    private record Found(Object object, Component component) {}

    /** Memory outside of the heap; without a component if an object reports it itself. */
    private record Outside(long address, long size, Component component) {}

    /**
     * @param observer called for each object and its size; for tests
     */
    MemoryWalk(BiConsumer<Object, Long> observer) {
        this.observer = observer;
    }

    /** Counts what can be reached from an object and was not counted yet. */
    MemoryWalk from(Object root, Component component) {
        add(root, component);
        while (!todo.isEmpty()) {
            Found next = todo.removeLast();
            visit(next.object, next.component);
        }
        return this;
    }

    /** Passes by what can be reached from an object, because it is counted elsewhere. */
    MemoryWalk exclude(Object root) {
        long[] before = bytes.clone();
        isObserved = false;
        from(root, Component.OTHER);
        isObserved = true;
        System.arraycopy(before, 0, bytes, 0, bytes.length);
        return this;
    }

    /** What has been counted. */
    MemoryReport report() {
        long[] all = bytes.clone();
        outside.sort(
                Comparator.comparingLong(Outside::address)
                        .thenComparingLong(memory -> -memory.size)
                        .thenComparing(memory -> memory.component != null));
        long counted = Long.MIN_VALUE;
        for (Outside memory : outside) {
            long from = Math.max(counted, memory.address);
            long end = memory.address + memory.size;
            if (end > from && memory.component != null) {
                all[all.length / 2 + memory.component.ordinal()] += end - from;
            }
            counted = Math.max(counted, end);
        }
        return new MemoryReport(all);
    }

    private void add(Object object, Component component) {
        if (object != null && FOREIGN.stream().noneMatch(type -> type.isInstance(object))) {
            if (seen.add(object)) {
                todo.addLast(new Found(object, component));
            }
        } else if (object instanceof Region && seen.add(object)) {
            count(object, component, shape(Region.class).bytes);
        }
    }

    private void count(Object object, Component component, long size) {
        bytes[component.ordinal()] += size;
        if (isObserved) {
            observer.accept(object, size);
        }
    }

    private void visit(Object object, Component inherited) {
        Class<?> type = object.getClass();
        if (type.isArray()) {
            count(object, inherited, sizes.array(object));
            if (object instanceof Object[] array) {
                for (Object element : array) {
                    add(element, inherited);
                }
            }
        } else if (isWalked(type)) {
            visitFields(object, inherited);
        } else {
            count(object, inherited, jdk.bytes(object));
            JdkObjects.forEachHeld(object, held -> add(held, inherited));
            noteOutside(object, inherited);
        }
    }

    private static boolean isWalked(Class<?> type) {
        return type.getName().startsWith(OURS) || type.getName().startsWith(AGRONA);
    }

    private void visitFields(Object object, Component inherited) {
        Shape shape = shape(object.getClass());
        Component component = shape.component == null ? inherited : shape.component;
        count(object, component, shape.bytes);
        boolean answers = object instanceof OffHeap;
        if (answers) {
            bytes[bytes.length / 2 + component.ordinal()] += ((OffHeap) object).offHeapBytes();
        }
        for (Field field : shape.references) {
            Object value = valueOf(field, object);
            if (answers && value instanceof MemorySegment memory && memory.isNative()) {
                outside.add(new Outside(memory.address(), memory.byteSize(), null));
            }
            add(value, component);
        }
    }

    private void noteOutside(Object object, Component component) {
        MemorySegment memory =
                switch (object) {
                    case MemorySegment segment -> segment;
                    case Buffer buffer when buffer.isDirect() ->
                            MemorySegment.ofBuffer(buffer.duplicate().clear());
                    default -> MemorySegment.NULL;
                };
        if (memory.isNative() && memory.byteSize() > 0) {
            outside.add(new Outside(memory.address(), memory.byteSize(), component));
        }
    }

    private static Object valueOf(Field field, Object object) {
        try {
            return field.get(object);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("cannot look into " + field, e);
        }
    }

    private Shape shape(Class<?> type) {
        return shapes.computeIfAbsent(type, this::shapeOf);
    }

    private Shape shapeOf(Class<?> type) {
        List<Field> references = new ArrayList<>();
        for (Class<?> t = type; t != null && isWalked(t); t = t.getSuperclass()) {
            for (Field field : t.getDeclaredFields()) {
                boolean isReference = !field.getType().isPrimitive();
                boolean isStatic = Modifier.isStatic(field.getModifiers());
                // As a module of its own a transport may keep its fields to itself.
                if (isReference && !isStatic && field.trySetAccessible()) {
                    references.add(field);
                }
            }
        }
        return new Shape(sizes.object(type), references, componentOf(type));
    }

    private static Component componentOf(Class<?> type) {
        for (Class<?> t = type; t != null; t = t.getEnclosingClass()) {
            Accounted said = t.getAnnotation(Accounted.class);
            if (said != null) {
                return said.value();
            }
        }
        Accounted said = type.getPackage().getAnnotation(Accounted.class);
        if (said != null) {
            return said.value();
        }
        boolean isContext =
                type.getSuperclass() == Transport.class || type.getSuperclass() == Endpoint.class;
        return isContext ? Component.LOW_LEVEL_CONTEXTS : null;
    }
}
