package musubi.type.object.wire;

import musubi.type.object.Refusal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/**
 * Reads what a {@link WireWriter} has written; a message that ends too early or has impossible
 * sizes is refused before anything is allocated. Thread rule: one thread at a time.
 */
public class WireReader {
    private byte[] bytes = new byte[0];
    private int at;
    private int end;

    /** A reader of nothing yet. */
    public WireReader() {}

    /** Reads a part of an array from now on. */
    protected final void reset(byte[] message, int start, int itsEnd) {
        bytes = message;
        at = start;
        end = itsEnd;
    }

    /** The array. */
    protected final byte[] bytes() {
        return bytes;
    }

    /** The next byte. */
    public final int position() {
        return at;
    }

    /** Behind the last byte. */
    protected final int end() {
        return end;
    }

    /** Skips bytes, for which {@link #need} has been called. */
    protected final void skip(int length) {
        at += length;
    }

    /** Checks that all has been read. */
    public final void checkEnd() {
        if (at != end) {
            throw Refusal.damaged("bytes from " + at + " to " + end);
        }
    }

    public final void need(long room) {
        if (room > end - at || room < 0) {
            throw Refusal.damaged("the message ends at byte " + end + ", read at " + at);
        }
    }

    public final int getByte() {
        need(1);
        return bytes[at++] & 0xFF;
    }

    public final short getShort() {
        need(Short.BYTES);
        short value = (short) WireWriter.SHORTS.get(bytes, at);
        at += Short.BYTES;
        return value;
    }

    public final int getInt() {
        need(Integer.BYTES);
        int value = (int) WireWriter.INTS.get(bytes, at);
        at += Integer.BYTES;
        return value;
    }

    public final long getLong() {
        need(Long.BYTES);
        long value = (long) WireWriter.LONGS.get(bytes, at);
        at += Long.BYTES;
        return value;
    }

    public final double getDouble() {
        return Double.longBitsToDouble(getLong());
    }

    public final float getFloat() {
        return Float.intBitsToFloat(getInt());
    }

    public final boolean getBoolean() {
        return getByte() != 0;
    }

    public final byte getSigned() {
        return (byte) getByte();
    }

    public final char getChar() {
        return (char) getShort();
    }

    public final int getVarint() {
        int value = 0;
        for (int shift = 0; shift < Integer.SIZE; shift += 7) {
            int next = getByte();
            value |= (next & 0x7F) << shift;
            if (next < 0x80) {
                break;
            }
        }
        if (value < 0) {
            throw Refusal.damaged("number " + value + " before byte " + at);
        }
        return value;
    }

    public final byte[] getBytes(int length) {
        need(length);
        byte[] copy = new byte[length];
        System.arraycopy(bytes, at, copy, 0, length);
        at += length;
        return copy;
    }

    public final String getLatin(int length) {
        need(length);
        String text = new String(bytes, at, length, StandardCharsets.ISO_8859_1);
        at += length;
        return text;
    }

    public final String getUtf16(int length) {
        need((long) length * Character.BYTES);
        char[] characters = new char[length];
        for (int i = 0; i < length; i++) {
            characters[i] = (char) (short) WireWriter.SHORTS.get(bytes, at);
            at += Character.BYTES;
        }
        return new String(characters);
    }

    /** Fills an array of numbers, for which {@link #need} has found the bytes. */
    public final void getArray(Object array, int length, ValueLayout layout) {
        MemorySegment.copy(MemorySegment.ofArray(bytes), layout, at, array, 0, length);
        at += length * (int) layout.byteSize();
    }

    public final boolean[] getBooleans(int length) {
        need(length);
        boolean[] array = new boolean[length];
        for (int i = 0; i < length; i++) {
            array[i] = bytes[at++] != 0;
        }
        return array;
    }
}
