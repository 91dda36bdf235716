package musubi.type.object.graph;

import musubi.type.object.Refusal;
import musubi.type.object.wire.WireWriter;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * How objects of a class are written and read. A message describes each of its classes once, by
 * name and shape; the receiver's form of the class has to have the same description.
 */
abstract class ClassForm {
    /** What a hash table does with keys of a class. */
    enum KeyUse {
        /** Identity: the content plays no part. */
        IDENTITY,
        /** A single value; a HashMap keeps those of equal hash code sorted. */
        SORTED,
        /** A single value, or as cheap as one. */
        VALUE,
        /** Hash codes of collections take any time; they are left to the serial form. */
        CONTENT
    }

    private static final int SHAPE_BYTES = 8;

    /**
     * Which messages are worth a try, after some that turned out to need the serial form: the more
     * of these there were, the longer no other is tried. Thread rule: any thread; a count may be
     * lost.
     */
    static final class Tries {
        private static final int MOST_SKIPS = 256;

        private int failures;
        private int skips;

        boolean areWorthIt() {
            if (skips > 0) {
                skips--;
                return false;
            }
            return true;
        }

        void succeeded() {
            failures = 0;
        }

        void failed() {
            failures = Math.min(MOST_SKIPS, 2 * failures + 1);
            skips = failures;
        }
    }

    final Class<?> type;
    final byte[] description;
    final KeyUse keyUse;

    /** Of messages that begin with an object of this class. */
    final Tries tries = new Tries();

    /** Whether the codec's filter has admitted the class, and does not look at anything else. */
    boolean isAdmitted;

    ClassForm(Class<?> type, long shape, KeyUse keyUse) {
        this.type = type;
        this.keyUse = keyUse;
        byte[] name = type.getName().getBytes(StandardCharsets.UTF_8);
        description =
                ByteBuffer.allocate(SHAPE_BYTES + name.length)
                        .order(WireWriter.ORDER)
                        .putLong(shape)
                        .put(name)
                        .array();
    }

    /** The name in a description. */
    static String nameIn(byte[] bytes, int start, int end) {
        int at = start + SHAPE_BYTES;
        if (at >= end) {
            throw Refusal.damaged("a class without a name");
        }
        return new String(bytes, at, end - at, StandardCharsets.UTF_8);
    }

    /** Whether this is the description in a message. */
    final boolean isDescribed(byte[] bytes, int start, int end) {
        return Arrays.equals(description, 0, description.length, bytes, start, end);
    }

    /** Whether references to an object are kept; those to constants need not be. */
    boolean isTracked() {
        return true;
    }

    /** Whether objects exist only when their content has been read. */
    boolean isBuiltLast() {
        return true;
    }

    /** Whether a comparator may put off the content. */
    abstract void write(Object object, GraphWriter out, boolean complete);

    /**
     * Reads an object.
     *
     * @param number under which references find it; {@link GraphReader#set} as soon as it exists
     * @param complete whether its content must be read at once
     */
    abstract Object read(GraphReader in, int number, boolean complete);
}
