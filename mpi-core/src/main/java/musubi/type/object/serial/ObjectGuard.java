package musubi.type.object.serial;

import musubi.type.object.LimitTexts;
import musubi.type.object.ObjectLimits;

import java.io.ObjectInputFilter;
import java.io.StreamCorruptedException;
import java.util.Map;
import java.util.Set;

/**
 * Keeps the objects of one message within {@link ObjectLimits}, and a filter decides on their
 * classes. No array of the message can be larger than the message: each element has a byte of its
 * own there, so the arrays together have no more elements than the message has bytes. Hash tables
 * are larger than their content by a factor.
 *
 * <p>Whether hash codes are expensive is examined only in messages where a hash table meets other
 * tables or classes of a program, by a {@link HashScan}, before the first of these objects is read.
 *
 * <p>Thread rule: one thread, one message.
 */
final class ObjectGuard implements ObjectInputFilter {
    private static final int TABLE_FACTOR = 16;
    private static final int SMALLEST_TABLES = 1024;
    private static final String COPIES = "java.util.Collections$CopiesList";

    /** Frames from the check of an array to the class that requests it. */
    private static final int CALLERS = 8;

    private static final Set<String> HASHED =
            Set.of(
                    "java.util.HashMap",
                    "java.util.LinkedHashMap",
                    "java.util.HashSet",
                    "java.util.LinkedHashSet",
                    "java.util.Hashtable",
                    "java.util.Properties",
                    "java.util.CollSer",
                    "java.util.concurrent.ConcurrentHashMap");

    private final ObjectInputFilter filter;
    private final ObjectLimits limits;
    private final byte[] bytes;
    private final int start;
    private final int length;
    private final int count;
    private long primitiveBytes;
    private long elements;
    private int tables;
    private boolean hasTable;
    private boolean hasOthers;
    private boolean isScanned;
    private boolean hasCopies;
    private String refusal;
    private int resolved;
    private KeyCollisions collisions;

    /**
     * A guard for {@code count} objects.
     *
     * @param start of the serial stream in {@code bytes}, whose length is the other number
     */
    ObjectGuard(
            ObjectInputFilter filter,
            ObjectLimits limits,
            byte[] bytes,
            int start,
            int length,
            int count) {
        this.filter = filter;
        this.limits = limits;
        this.bytes = bytes;
        this.start = start;
        this.length = length;
        this.count = count;
    }

    @Override
    public Status checkInput(FilterInfo info) {
        Class<?> type = info.serialClass();
        Status status = filter.checkInput(info);
        if (status == Status.REJECTED) {
            refuse(LimitTexts.rejected(info));
        }
        hasCopies = hasCopies || type != null && type.getName().equals(COPIES);
        checkLimit("depth", info.depth(), limits.depth());
        checkLimit("references", info.references(), limits.references());
        if (info.arrayLength() >= 0) {
            checkArray(type, info.arrayLength());
        }
        if (type != null && refusal == null) {
            note(type, info.arrayLength() >= 0);
        }
        return refusal == null ? status : Status.REJECTED;
    }

    private void checkLimit(String name, long value, long limit) {
        if (value > limit) {
            refuse(LimitTexts.exceeded(name, value, limit));
        }
    }

    private void checkArray(Class<?> type, long elementsHere) {
        checkLimit("array", elementsHere, limits.array());
        Class<?> component = type.componentType();
        boolean fits;
        if (component.isPrimitive()) {
            primitiveBytes += elementsHere * HashScan.primitiveBytes(component.descriptorString());
            fits = primitiveBytes <= length;
        } else {
            elements += hasCopies && isOfCopies() ? 0 : elementsHere;
            fits = elements <= SMALLEST_TABLES + (long) TABLE_FACTOR * length;
        }
        if (!fits) {
            refuse(LimitTexts.tooLong(type, elementsHere, length));
        }
    }

    /** Whether the array is none, but the size of a list of copies, which checks it like one. */
    private static boolean isOfCopies() {
        return StackWalker.getInstance()
                .walk(
                        frames ->
                                frames.limit(CALLERS)
                                        .anyMatch(frame -> frame.getClassName().equals(COPIES)));
    }

    private void note(Class<?> type, boolean isArray) {
        if (type == Map.Entry[].class) {
            hasTable = true;
            tables++;
        } else if (HASHED.contains(type.getName())) {
            hasTable = true;
        } else if (isArray ? !type.componentType().isPrimitive() : !HashScan.isLeaf(type)) {
            hasOthers = true;
        }
        if (!isScanned && hasTable && (hasOthers || tables > 1)) {
            isScanned = true;
            scan();
        }
    }

    private void scan() {
        HashScan scan = new HashScan(bytes, start, length, limits);
        try {
            collisions = scan.run(count);
        } catch (StreamCorruptedException e) {
            String limit = scan.refusal();
            refuse(
                    limit != null
                            ? limit
                            : "received objects of MPI.OBJECT are damaged: " + e.getMessage());
        }
    }

    private void refuse(String text) {
        if (refusal == null) {
            refusal = text;
        }
    }

    /**
     * An object has been read, and may be put into a table next.
     *
     * @throws StreamCorruptedException when too many keys collide
     */
    void resolved(Object object) throws StreamCorruptedException {
        int ordinal = resolved++;
        if (collisions != null && !collisions.admits(ordinal, object)) {
            refuse(collisions.refusal());
            throw new StreamCorruptedException(refusal);
        }
    }

    /** Why the message was refused; null if it was not. */
    String refusal() {
        return refusal;
    }
}
