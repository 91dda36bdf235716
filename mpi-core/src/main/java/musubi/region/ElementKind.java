package musubi.region;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The primitive types of arrays. Determined by comparing classes: a switch over patterns calls a
 * method that HotSpot does not inline, at a measurable cost for small messages.
 */
enum ElementKind {
    BYTE(ValueLayout.JAVA_BYTE, 0, 256),
    DOUBLE(ValueLayout.JAVA_DOUBLE_UNALIGNED, 3, 512),
    INT(ValueLayout.JAVA_INT_UNALIGNED, 2, 256),
    LONG(ValueLayout.JAVA_LONG_UNALIGNED, 3, 512),
    FLOAT(ValueLayout.JAVA_FLOAT_UNALIGNED, 2, 256),
    SHORT(ValueLayout.JAVA_SHORT_UNALIGNED, 1, 128),
    CHAR(ValueLayout.JAVA_CHAR_UNALIGNED, 1, 128),
    /** Has no layout, because the JDK copies no booleans. */
    BOOLEAN(null, 0, -1);

    final ValueLayout layout;

    /** Binary logarithm of the size in bytes. */
    final int shift;

    /**
     * Up to this number of bytes {@link ShortCopies} is faster than the JDK's bulk copy; -1 for
     * never. For byte arrays the limit depends on earlier copies: once HotSpot has seen other
     * arrays, a loop over longs has fewer cache lines in flight.
     */
    final int fewBytes;

    ElementKind(ValueLayout layout, int shift, int fewBytes) {
        this.layout = layout;
        this.shift = shift;
        this.fewBytes = fewBytes;
    }

    /**
     * The kind of an array.
     *
     * @throws IllegalArgumentException when it is no array of a primitive type
     */
    static ElementKind of(Object array) {
        Class<?> type = array.getClass();
        if (type == byte[].class) {
            return BYTE;
        }
        if (type == double[].class) {
            return DOUBLE;
        }
        if (type == int[].class) {
            return INT;
        }
        if (type == long[].class) {
            return LONG;
        }
        return ofRareKind(type);
    }

    private static ElementKind ofRareKind(Class<?> type) {
        if (type == float[].class) {
            return FLOAT;
        }
        if (type == short[].class) {
            return SHORT;
        }
        if (type == char[].class) {
            return CHAR;
        }
        if (type == boolean[].class) {
            return BOOLEAN;
        }
        throw new IllegalArgumentException("not a primitive array: class=" + type.getName());
    }

    /** A segment over an array of this kind. */
    MemorySegment segment(Object array) {
        return switch (this) {
            case BYTE -> MemorySegment.ofArray((byte[]) array);
            case DOUBLE -> MemorySegment.ofArray((double[]) array);
            case INT -> MemorySegment.ofArray((int[]) array);
            case LONG -> MemorySegment.ofArray((long[]) array);
            case FLOAT -> MemorySegment.ofArray((float[]) array);
            case SHORT -> MemorySegment.ofArray((short[]) array);
            case CHAR -> MemorySegment.ofArray((char[]) array);
            case BOOLEAN -> throw new IllegalStateException("no segment over boolean[]");
        };
    }
}
