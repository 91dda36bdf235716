package musubi.type.object.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Numbers and texts in a byte array that grows; low byte first. Thread rule: one thread at a time.
 */
public class WireWriter {
    /** The order of bytes. */
    public static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    static final VarHandle SHORTS = MethodHandles.byteArrayViewVarHandle(short[].class, ORDER);

    /** Numbers of 4 bytes in an array. */
    public static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ORDER);

    /** Numbers of 8 bytes in an array. */
    public static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ORDER);

    static final ValueLayout SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ORDER);
    static final ValueLayout CHAR = ValueLayout.JAVA_CHAR_UNALIGNED.withOrder(ORDER);
    static final ValueLayout INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ORDER);
    static final ValueLayout LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ORDER);
    static final ValueLayout FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ORDER);
    static final ValueLayout DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ORDER);

    /** Longer texts are copied by the library and compared, shorter ones character by character. */
    private static final int LONG_TEXT = 64;

    private static final int LARGEST_KEPT = 1 << 20;
    private static final int LONGEST_VARINT = 5;
    private static final int LONGEST = Integer.MAX_VALUE - 8;

    private byte[] bytes;
    private int at;

    /** A writer with room for some bytes. */
    public WireWriter(int capacity) {
        bytes = new byte[capacity];
    }

    /** The array with the bytes so far. */
    protected final byte[] bytes() {
        return bytes;
    }

    /** The number of bytes so far. */
    protected final int position() {
        return at;
    }

    /** Whether the array is so large that it is not used again. */
    protected final boolean isLarge() {
        return bytes.length > LARGEST_KEPT;
    }

    /** Starts over. */
    protected final void reset(int capacity) {
        at = 0;
        if (isLarge()) {
            bytes = new byte[capacity];
        }
    }

    /** Makes room; throws {@link OutOfMemoryError} where an array ends. */
    public final void need(long room) {
        if (bytes.length - at < room) {
            grow(room);
        }
    }

    private void grow(long room) {
        long needed = at + room;
        if (needed > LONGEST) {
            throw new OutOfMemoryError("a message of 2 GiB");
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(LONGEST, Math.max(needed, 2L * at)));
    }

    public final void putByte(int value) {
        need(1);
        bytes[at++] = (byte) value;
    }

    public final void putShort(int value) {
        need(Short.BYTES);
        SHORTS.set(bytes, at, (short) value);
        at += Short.BYTES;
    }

    public final void putInt(int value) {
        need(Integer.BYTES);
        INTS.set(bytes, at, value);
        at += Integer.BYTES;
    }

    public final void putLong(long value) {
        need(Long.BYTES);
        LONGS.set(bytes, at, value);
        at += Long.BYTES;
    }

    public final void putDouble(double value) {
        putLong(Double.doubleToRawLongBits(value));
    }

    public final void putFloat(float value) {
        putInt(Float.floatToRawIntBits(value));
    }

    public final void putBoolean(boolean value) {
        putByte(value ? 1 : 0);
    }

    public final void putTagged(int tag, int value) {
        need(1 + Integer.BYTES);
        bytes[at] = (byte) tag;
        INTS.set(bytes, at + 1, value);
        at += 1 + Integer.BYTES;
    }

    public final void putTagged(int tag, long value) {
        need(1 + Long.BYTES);
        bytes[at] = (byte) tag;
        LONGS.set(bytes, at + 1, value);
        at += 1 + Long.BYTES;
    }

    /** Seven bits a byte, the lowest first. */
    public final void putVarint(int value) {
        need(LONGEST_VARINT);
        int rest = value;
        while ((rest & ~0x7F) != 0) {
            bytes[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[at++] = (byte) rest;
    }

    public final void putBytes(byte[] source) {
        need(source.length);
        System.arraycopy(source, 0, bytes, at, source.length);
        at += source.length;
    }

    /** A text with its tag; one byte a character if all are below 256. */
    public final void putText(String text) {
        int length = text.length();
        int start = at;
        if (length <= LONG_TEXT) {
            need(1 + LONGEST_VARINT + length);
            bytes[at++] = Tag.LATIN;
            bytes[at++] = (byte) length;
            if (putLatin(text, length)) {
                return;
            }
        } else if (putLongLatin(text)) {
            return;
        }
        at = start;
        putByte(Tag.UTF16);
        putVarint(length);
        need((long) length * Character.BYTES);
        for (int i = 0; i < length; i++) {
            SHORTS.set(bytes, at, (short) text.charAt(i));
            at += Character.BYTES;
        }
    }

    private boolean putLatin(String text, int length) {
        byte[] to = bytes;
        int start = at;
        int all = 0;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            all |= c;
            to[start + i] = (byte) c;
        }
        at = start + length;
        return all <= 0xFF;
    }

    private boolean putLongLatin(String text) {
        byte[] latin = text.getBytes(StandardCharsets.ISO_8859_1);
        if (!new String(latin, StandardCharsets.ISO_8859_1).equals(text)) {
            return false;
        }
        putByte(Tag.LATIN);
        putVarint(latin.length);
        putBytes(latin);
        return true;
    }

    /** Elements of an array of numbers, after its tag and length. */
    public final void putArray(int tag, Object array, int length, ValueLayout layout) {
        putByte(tag);
        putVarint(length);
        int size = (int) layout.byteSize();
        need((long) length * size);
        MemorySegment.copy(array, 0, MemorySegment.ofArray(bytes), layout, at, length);
        at += length * size;
    }

    public final void putBooleans(boolean[] array) {
        putByte(Tag.BOOLEANS);
        putVarint(array.length);
        need(array.length);
        for (boolean element : array) {
            bytes[at++] = (byte) (element ? 1 : 0);
        }
    }
}
