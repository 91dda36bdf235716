package imb.operation;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;

/**
 * Memory of messages with determined content for every sender, iteration and element. {@link #fill}
 * writes the data of a sender, {@link #verify} compares every element received.
 */
public final class Payload {
    /** Value of receive buffers before a checked iteration; never sent. */
    private static final int NOTHING = 0;

    private static final int VALUES = 251;

    /** Expected value of an element. */
    @FunctionalInterface
    interface Expectation {
        double at(int position);
    }

    private final Object buffer;
    private final int length;

    /**
     * Wraps a buffer.
     *
     * @param buffer a byte[] or ByteBuffer, or a float[] or FloatBuffer
     * @param length elements of the message
     */
    Payload(Object buffer, int length) {
        this.buffer = buffer;
        this.length = length;
        fill(0, 0);
    }

    /**
     * Element {@code position} of the message of a rank in an iteration: 1 to 251, never {@link
     * #NOTHING}; sums over a few thousand ranks are exact as float.
     */
    static int element(int sender, long iteration, int position) {
        long bits =
                (sender + 1) * 0x9E3779B97F4A7C15L
                        + iteration * 0xC2B2AE3D27D4EB4FL
                        + position * 0xD6E8FEB86659FD93L;
        bits = (bits ^ bits >>> 32) * 0xD6E8FEB86659FD93L;
        return 1 + (int) ((bits >>> 33) % VALUES);
    }

    /** The buffer argument of MPI calls. */
    Object buffer() {
        return buffer;
    }

    int length() {
        return length;
    }

    void fill(int sender, long iteration) {
        for (int i = 0; i < length; i++) {
            set(i, element(sender, iteration, i));
        }
    }

    void wipe() {
        for (int i = 0; i < length; i++) {
            set(i, NOTHING);
        }
    }

    /**
     * Compares a part with its expected values.
     *
     * @param from first element
     * @param count elements
     * @param expected by position in the part
     * @throws WrongMessage for the first wrong element
     */
    void verify(int from, int count, Expectation expected) {
        for (int i = 0; i < count; i++) {
            double found = get(from + i);
            double wanted = expected.at(i);
            if (found != wanted) {
                throw new WrongMessage(from + i, wanted, found);
            }
        }
    }

    /** The same for a part with one sender's elements from {@code origin} on. */
    void verify(int from, int count, int sender, long iteration, int origin) {
        verify(from, count, i -> element(sender, iteration, origin + i));
    }

    /** An element; bytes are unsigned. */
    double get(int index) {
        return switch (buffer) {
            case byte[] bytes -> Byte.toUnsignedInt(bytes[index]);
            case ByteBuffer bytes -> Byte.toUnsignedInt(bytes.get(index));
            case float[] floats -> floats[index];
            case FloatBuffer floats -> floats.get(index);
            default -> throw unknownKind();
        };
    }

    private void set(int index, int value) {
        switch (buffer) {
            case byte[] bytes -> bytes[index] = (byte) value;
            case ByteBuffer bytes -> bytes.put(index, (byte) value);
            case float[] floats -> floats[index] = value;
            case FloatBuffer floats -> floats.put(index, value);
            default -> throw unknownKind();
        }
    }

    private IllegalStateException unknownKind() {
        return new IllegalStateException("not a buffer of bytes or floats: " + buffer.getClass());
    }

    /** A received element differs from the one sent. */
    static final class WrongMessage extends IllegalStateException {
        private static final long serialVersionUID = 1;

        private WrongMessage(int position, double wanted, double found) {
            super(
                    "wrong data received: element="
                            + position
                            + " expected="
                            + wanted
                            + " found="
                            + found);
        }
    }
}
