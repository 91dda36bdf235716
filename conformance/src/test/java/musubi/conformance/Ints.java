package musubi.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import mpi.MPI;

import java.nio.IntBuffer;

/**
 * Integers in an array or buffer. There is a guard behind the integers, and in the capitalised
 * dialect, which has offsets, also one before them.
 */
public final class Ints {
    private static final int GUARD = 0x5eed5eed;

    private final int[] array;
    private final IntBuffer buffer;
    private final int offset;
    private final int length;
    private final Object argument;

    private Ints(int[] array, IntBuffer buffer, int offset, int length, Object argument) {
        this.array = array;
        this.buffer = buffer;
        this.offset = offset;
        this.length = length;
        this.argument = argument;
        for (int i = -offset; i <= length; i++) {
            put(i, i < 0 || i == length ? GUARD : 0);
        }
    }

    /** A buffer of {@code length} zeros. */
    static Ints zeros(Form form, int length) {
        switch (form) {
            case LOWER_ARRAY -> {
                int[] array = new int[length + 1];
                return new Ints(array, null, 0, length, array);
            }
            case UPPER_ARRAY -> {
                int[] array = new int[length + 3];
                return new Ints(array, null, 2, length, array);
            }
            case LOWER_HEAP_BUFFER -> {
                int[] array = new int[length + 2];
                IntBuffer slice = MPI.slice(array, 1);
                return new Ints(null, slice, 0, length, slice);
            }
            default -> {
                int before = form.isUpper() ? 1 : 0;
                IntBuffer direct = MPI.newIntBuffer(length + before + 1);
                return new Ints(null, direct, before, length, direct);
            }
        }
    }

    /** The buffer argument of a call. */
    public Object argument() {
        return argument;
    }

    /** The offset of the integers, for the capitalised dialect. */
    public int offset() {
        return offset;
    }

    /** The number of integers. */
    public int length() {
        return length;
    }

    /** One of them. */
    public int get(int i) {
        return array == null ? buffer.get(offset + i) : array[offset + i];
    }

    /** Sets one of them. */
    public void put(int i, int value) {
        if (array == null) {
            buffer.put(offset + i, value);
        } else {
            array[offset + i] = value;
        }
    }

    /** Sets the first. */
    public Ints set(int... values) {
        for (int i = 0; i < values.length; i++) {
            put(i, values[i]);
        }
        return this;
    }

    /** Sets all to one value. */
    public Ints fill(int value) {
        for (int i = 0; i < length; i++) {
            put(i, value);
        }
        return this;
    }

    /** Sets all to ascending numbers. */
    public Ints ramp(int start) {
        for (int i = 0; i < length; i++) {
            put(i, start + i);
        }
        return this;
    }

    /** Asserts that these are the integers, and that the guards around them are intact. */
    public void expect(int... values) {
        int[] all = new int[offset + values.length];
        for (int i = 0; i < offset; i++) {
            all[i] = GUARD;
        }
        System.arraycopy(values, 0, all, offset, values.length);
        int[] found = new int[all.length];
        for (int i = 0; i < found.length; i++) {
            found[i] = get(i - offset);
        }
        assertArrayEquals(all, found);
        assertArrayEquals(new int[] {GUARD}, new int[] {get(length)}, "written behind the end");
    }

    /** Asserts that the integers are ascending numbers. */
    public void expectRamp(int start) {
        int[] ramp = new int[length];
        for (int i = 0; i < length; i++) {
            ramp[i] = start + i;
        }
        expect(ramp);
    }
}
