package musubi.type.object.serial;

import static java.io.ObjectStreamConstants.SC_BLOCK_DATA;
import static java.io.ObjectStreamConstants.SC_EXTERNALIZABLE;
import static java.io.ObjectStreamConstants.SC_SERIALIZABLE;
import static java.io.ObjectStreamConstants.SC_WRITE_METHOD;
import static java.io.ObjectStreamConstants.TC_ARRAY;
import static java.io.ObjectStreamConstants.TC_BLOCKDATA;
import static java.io.ObjectStreamConstants.TC_BLOCKDATALONG;
import static java.io.ObjectStreamConstants.TC_CLASS;
import static java.io.ObjectStreamConstants.TC_CLASSDESC;
import static java.io.ObjectStreamConstants.TC_ENDBLOCKDATA;
import static java.io.ObjectStreamConstants.TC_ENUM;
import static java.io.ObjectStreamConstants.TC_LONGSTRING;
import static java.io.ObjectStreamConstants.TC_NULL;
import static java.io.ObjectStreamConstants.TC_OBJECT;
import static java.io.ObjectStreamConstants.TC_PROXYCLASSDESC;
import static java.io.ObjectStreamConstants.TC_REFERENCE;
import static java.io.ObjectStreamConstants.TC_STRING;
import static java.io.ObjectStreamConstants.baseWireHandle;

import musubi.type.object.LimitTexts;
import musubi.type.object.ObjectLimits;

import java.io.StreamCorruptedException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads a serial stream without creating objects, and adds up what the hash codes of the keys in
 * its sets and maps cost. A collection or record has the hash codes of its content computed, so
 * nested ones that share their content cost exponentially more than they are long ("SerialDOS"). A
 * class of a program with a hash code of its own counts as one.
 *
 * <p>The grammar is that of the Java Object Serialization Specification, section 6.4, without what
 * {@link SerialForm} never writes: exceptions and resets. Thread rule: one thread, one message.
 */
final class HashScan {
    private static final int HEADER_BYTES = 4;
    private static final long MOST = 1L << 40;

    private final byte[] bytes;
    private final int end;
    private final long limit;
    private final long budget;
    private final KeyCollisions collisions;
    private int at;
    private int handles;
    private long[] costs = new long[16];
    private StreamClass[] classes = new StreamClass[16];
    private long hashes;

    /** Objects completed so far: those that {@code ObjectInputStream.resolveObject} gets. */
    private int resolved;

    /** Ordinal of the latest object, if it is a new one, else -1; and whether it is a leaf. */
    private int latest;

    private boolean latestIsLeaf;
    private int tables;

    HashScan(byte[] bytes, int start, int length, ObjectLimits limits) {
        this.bytes = bytes;
        limit = limits.hash();
        at = start + HEADER_BYTES;
        end = start + length;
        budget = limits.hashes(length);
        collisions = new KeyCollisions(limits, length);
    }

    /** Whether the hash code of such an object is that of a single value. */
    static boolean isLeaf(Class<?> type) {
        return type.isPrimitive() || type.isEnum() || isLeaf(type.getName());
    }

    private static boolean isLeaf(String name) {
        return name.startsWith("java.lang.")
                || name.startsWith("java.math.")
                || name.startsWith("java.time.");
    }

    /** Bytes of a primitive type in a stream, by its descriptor. */
    static int primitiveBytes(String descriptor) {
        return switch (descriptor.charAt(0)) {
            case 'B', 'Z' -> Byte.BYTES;
            case 'C', 'S' -> Short.BYTES;
            case 'I', 'F' -> Integer.BYTES;
            case 'J', 'D' -> Long.BYTES;
            default -> 0;
        };
    }

    /**
     * Reads a number of objects.
     *
     * @return the keys to count when they are read; null if there are none
     * @throws StreamCorruptedException if it is not such a stream
     */
    KeyCollisions run(int objects) throws StreamCorruptedException {
        for (int i = 0; i < objects; i++) {
            readObject();
        }
        return collisions.hasMarks() ? collisions : null;
    }

    /** Why the message shall be refused; null if it need not be. */
    String refusal() {
        return hashes <= budget
                ? null
                : "received objects of MPI.OBJECT exceed a limit: hash codes in nested sets and"
                        + " maps"
                        + " > limit=%d; for objects of".formatted(limit)
                        + LimitTexts.advice("hash");
    }

    /** Reads an object; returns what its hash code costs. */
    private long readObject() throws StreamCorruptedException {
        byte tag = readByte();
        latest = -1;
        switch (tag) {
            case TC_NULL:
                return 1;
            case TC_REFERENCE:
                return costs[readHandle()];
            case TC_CLASSDESC, TC_PROXYCLASSDESC:
                at--;
                readClass();
                return withoutOrdinal();
            case TC_CLASS:
                readClass();
                assign();
                return withoutOrdinal();
            case TC_STRING, TC_LONGSTRING:
                at--;
                readString();
                return complete(1, true);
            case TC_ENUM:
                readClass();
                assign();
                readString();
                return complete(1, true);
            case TC_ARRAY:
                return readArray();
            case TC_OBJECT:
                return readOrdinary();
            default:
                throw damaged("tag " + tag);
        }
    }

    private long withoutOrdinal() {
        latest = -1;
        return 1;
    }

    private long complete(long cost, boolean isLeaf) {
        latest = resolved++;
        latestIsLeaf = isLeaf;
        return cost;
    }

    private long readArray() throws StreamCorruptedException {
        StreamClass type = readClass();
        int handle = assign();
        long length = readInt();
        if (type == null || type.name.length() < 2 || length < 0) {
            throw damaged("array");
        }
        int unit = primitiveBytes(type.name.substring(1));
        skip(length * unit);
        long cost = 1;
        for (long i = 0; i < length && unit == 0; i++) {
            cost = plus(cost, readObject());
        }
        costs[handle] = cost;
        return complete(cost, false);
    }

    private long readOrdinary() throws StreamCorruptedException {
        StreamClass type = readClass();
        if (type == null) {
            throw damaged("object without a class");
        }
        int handle = assign();
        long content = 0;
        if ((type.flags & SC_EXTERNALIZABLE) == 0) {
            content = readFields(type);
        } else if ((type.flags & SC_BLOCK_DATA) == 0) {
            throw damaged("external data without length");
        } else {
            content = readAnnotation(null);
        }
        long cost = type.hashesContent() ? plus(content, 1) : 1;
        costs[handle] = cost;
        return complete(cost, isLeaf(type.name));
    }

    /** Reads the fields of a class, after those of its superclass. */
    private long readFields(StreamClass type) throws StreamCorruptedException {
        long cost = type.parent == null ? 0 : readFields(type.parent);
        if ((type.flags & SC_SERIALIZABLE) == 0) {
            return cost;
        }
        long first = peekLong();
        skip(type.primitiveBytes);
        for (int i = 0; i < type.objects; i++) {
            cost = plus(cost, readObject());
        }
        if ((type.flags & SC_WRITE_METHOD) != 0) {
            KeyTable table = KeyTable.of(type.name, first, tables);
            tables += table == null ? 0 : 1;
            cost = plus(cost, readAnnotation(table));
        }
        return cost;
    }

    /** Reads what a class or object has written by itself; the keys of a table, if it is one. */
    private long readAnnotation(KeyTable table) throws StreamCorruptedException {
        long cost = 0;
        for (int index = 0; ; ) {
            byte tag = readByte();
            if (tag == TC_ENDBLOCKDATA) {
                break;
            }
            if (tag == TC_BLOCKDATA || tag == TC_BLOCKDATALONG) {
                int length = tag == TC_BLOCKDATA ? readByte() & 0xFF : readInt();
                long numbers = peekLong();
                skip(length);
                if (table != null && index == 0 && !table.describe(length, numbers)) {
                    throw damaged("numbers of a hash table");
                }
                continue;
            }
            at--;
            long its = readObject();
            cost = plus(cost, its);
            if (table != null && table.isKey(index++)) {
                hash(table, its);
            }
        }
        if (table != null) {
            table.markIn(collisions);
        }
        return cost;
    }

    private void hash(KeyTable table, long cost) throws StreamCorruptedException {
        hashes += cost;
        if (hashes > budget) {
            throw damaged("hash codes");
        }
        if (latest >= 0 && !(latestIsLeaf && table.sorts())) {
            table.add(latest, cost);
        }
    }

    private static long plus(long one, long other) {
        return Math.min(MOST, one + other);
    }

    /** Reads a class description; null for none. */
    private StreamClass readClass() throws StreamCorruptedException {
        byte tag = readByte();
        if (tag == TC_NULL) {
            return null;
        }
        if (tag == TC_REFERENCE) {
            StreamClass known = classes[readHandle()];
            if (known == null) {
                throw damaged("reference to a class");
            }
            return known;
        }
        if (tag != TC_CLASSDESC && tag != TC_PROXYCLASSDESC) {
            throw damaged("class tag " + tag);
        }
        StreamClass type = new StreamClass();
        if (tag == TC_PROXYCLASSDESC) {
            assign(type);
            int interfaces = readInt();
            for (int i = 0; i < interfaces; i++) {
                readText();
            }
            type.flags = SC_SERIALIZABLE;
        } else {
            type.name = readText();
            skip(Long.BYTES);
            assign(type);
            type.flags = readByte();
            readFieldTypes(type);
        }
        readAnnotation(null);
        type.parent = readClass();
        return type;
    }

    private void readFieldTypes(StreamClass type) throws StreamCorruptedException {
        int fields = readShort();
        for (int i = 0; i < fields; i++) {
            int unit = primitiveBytes(String.valueOf((char) readByte()));
            readText();
            type.primitiveBytes += unit;
            if (unit == 0) {
                type.objects++;
                readString();
            }
        }
    }

    private void readString() throws StreamCorruptedException {
        byte tag = readByte();
        if (tag == TC_REFERENCE) {
            readHandle();
            return;
        }
        if (tag != TC_STRING && tag != TC_LONGSTRING) {
            throw damaged("string tag " + tag);
        }
        assign();
        if (tag == TC_STRING) {
            skip(readShort());
        } else {
            long length = peekLong();
            skip(Long.BYTES);
            skip(length);
        }
    }

    private int assign() {
        if (handles == costs.length) {
            costs = Arrays.copyOf(costs, 2 * handles);
            classes = Arrays.copyOf(classes, 2 * handles);
        }
        costs[handles] = 1;
        return handles++;
    }

    private void assign(StreamClass type) {
        int handle = assign();
        classes[handle] = type;
    }

    private int readHandle() throws StreamCorruptedException {
        int handle = readInt() - baseWireHandle;
        if (handle < 0 || handle >= handles) {
            throw damaged("reference " + handle);
        }
        return handle;
    }

    private String readText() throws StreamCorruptedException {
        int length = readShort();
        int start = at;
        skip(length);
        return new String(bytes, start, length, StandardCharsets.UTF_8);
    }

    private byte readByte() throws StreamCorruptedException {
        skip(1);
        return bytes[at - 1];
    }

    private int readShort() throws StreamCorruptedException {
        return (readByte() & 0xFF) << Byte.SIZE | readByte() & 0xFF;
    }

    private int readInt() throws StreamCorruptedException {
        return readShort() << Short.SIZE | readShort();
    }

    /** The next 8 bytes, high byte first; zeros behind the end. */
    private long peekLong() {
        long value = 0;
        for (int i = at; i < at + Long.BYTES; i++) {
            value = value << Byte.SIZE | (i < end ? bytes[i] & 0xFF : 0);
        }
        return value;
    }

    private void skip(long length) throws StreamCorruptedException {
        if (length < 0 || length > end - at) {
            throw damaged("length " + length);
        }
        at += (int) length;
    }

    private StreamCorruptedException damaged(String what) {
        return new StreamCorruptedException(what + " before byte " + (at - HEADER_BYTES));
    }
}
